"""A player's home screen: the player's games and the feed's last number.

Why so: docs/decisions/feeds.md.
"""

from collections.abc import Iterator, Sequence

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce, Least

from common.db.sql import fetch_rows
from games.feeds.feed import complete_feed, lock_player
from games.models import FeedRange, Message, ReadMark, Seat
from games.visibility.game_lists import LOG_AND_OPEN_TURN, SUMMARY, HomeGame
from games.visibility.game_view import GameView
from players.models import Player

_HOME = f"""
-- Seats by the index on a seat's player; of each games_game_pkey, games_log_pkey, turn_once, question_once,
-- games_submission_pkey and read_mark_once, and of private events feed_range_of_private_event_once and
-- private_event_to_bring_in.
SELECT place.number AS place, (SELECT row_to_json(mine) FROM (SELECT
        {SUMMARY} AS game,
        seat.number AS seat, waits.for_her AS waiting, put.due_at,
        log.event_number
        - least(log.event_number, greatest(
            seat.feed_from, mark.event, (log.acted -> seat.number::text ->> 0)::integer
        ))
        + (SELECT count(*) FROM games_feedrange alone
           WHERE alone.player_id = seat.player_id AND alone.game_id = game.id
               AND alone.private_event > coalesce(
                   greatest(mark.private_event, (log.acted -> seat.number::text ->> 1)::integer), 0))
        + (SELECT count(*) FROM games_privateevent alone
           WHERE alone.game_id = game.id AND alone.player_id = seat.player_id AND NOT alone.in_feed
               AND alone.number > coalesce((log.acted -> seat.number::text ->> 1)::integer, 0))
            AS unread
    ) mine)::text AS shown
FROM games_seat seat
JOIN games_game game ON game.id = seat.game_id
{LOG_AND_OPEN_TURN.strip()}
LEFT JOIN games_question put ON put.turn_id = turn.id AND put.seat_id = seat.id
LEFT JOIN games_submission own ON own.question_id = put.id
LEFT JOIN games_readmark mark ON mark.player_id = seat.player_id AND mark.game_id = seat.game_id
CROSS JOIN LATERAL (
    SELECT put.id IS NOT NULL AND own.question_id IS NULL AND seat.away IS NULL AS for_her
) waits
CROSS JOIN LATERAL (SELECT CASE
            WHEN waits.for_her THEN extract(epoch FROM put.due_at)
            WHEN game.status = 'running'
                THEN 100000000000 + extract(epoch FROM coalesce(turn.due_at, game.started_at))
            WHEN game.status = 'open' THEN 200000000000 - extract(epoch FROM game.created_at)
            ELSE 300000000000 - extract(epoch FROM coalesce(game.ended_at, game.created_at))
        END AS number) place
WHERE seat.player_id = %(player)s::bigint AND seat.away IS DISTINCT FROM 'resigned'
    AND (%(status)s::text IS NULL OR game.status = %(status)s::text)
    AND (%(position)s::numeric IS NULL OR place.number {{beyond}} %(position)s::numeric)
ORDER BY place.number {{order}}, game.id {{order}}
LIMIT %(most)s::bigint OFFSET %(offset)s::bigint
"""
"""A page of a player's games, each with its place in the list as one number.

First those that wait for the player by the player's deadlines, then those that wait for others by theirs,
then those that have not started, and at last those that are over, the newest first. Each kind has room for
all moments, in seconds.

Unread is what came after the player's mark, after the player came, and after the player last acted there; of
private events also what the feed lacks yet. What was withheld from the feed has no number there, by which it
could be marked. By hand for the same reason as `SUMMARIES`.
"""
HOME = _HOME.format(order="", beyond=">")
HOME_BACK = _HOME.format(order="DESC", beyond="<")


class Home:
    """Reader of a player's games, a page at a time. `last` is the feed's last number."""

    def __init__(self, player: Player, status: str | None) -> None:
        self._player = player
        self._status = status
        self.last = 0

    def read(
        self, *, back: bool, position: str | None, offset: int, most: int
    ) -> Sequence[HomeGame]:
        """Return the player's games by urgency, or with `back` against it; at most so many.

        Beyond a place in the list, if one is given, and after an offset.
        """
        # First, so that every event that is counted as unread has a number in the feed.
        self.last = complete_feed(self._player.pk)
        found = fetch_rows(
            HOME_BACK if back else HOME,
            player=self._player.pk,
            status=self._status,
            position=position,
            offset=offset,
            most=most,
        )
        return [HomeGame(place, shown) for place, shown in found]


def mark_read(player: Player, number: int, game: str | None) -> None:
    """Mark the player's feed as read up to this number, in all games or in one.

    Raises `ApiError` (`game_not_found`, `not_a_player`).
    """
    if game is not None:
        GameView.load(game, player).refuse_without_seat()
    with transaction.atomic():
        lock_player(player.pk)
        ReadMark.objects.bulk_create(
            _find_marks(player, number, game),
            update_conflicts=True,
            unique_fields=["player", "game"],
            update_fields=["event", "private_event", "messages_at"],
        )


def read_position(player: Player, game: str | None) -> int:
    """Return the number up to which the player's feed is marked as read, in all games or in one.

    Raises `ApiError` (`game_not_found`, `not_a_player`).
    """
    if game is not None:
        GameView.load(game, player).refuse_without_seat()
    last = complete_feed(player.pk)
    same = {"player": player, "game": OuterRef("game")}
    ranges = FeedRange.objects.filter(Exists(Seat.objects.filter(**same)), player=player)
    mark = ReadMark.objects.filter(**same)
    unread = ranges.annotate(
        event_read=Coalesce(Subquery(mark.values("event")), 0),
        private_event_read=Coalesce(Subquery(mark.values("private_event")), 0),
    ).filter(
        Q(event__gt=F("event_read") + F("first") - F("last"))
        | Q(private_event__gt=F("private_event_read")),
        **({} if game is None else {"game": game}),
    )
    found = unread.order_by("first").values_list("first", "event", "event_read").first()
    if found is None:
        return last
    first, event, event_read = found
    # The first events of a range may be read already.
    return int(first) - 1 + (0 if event is None else max(0, event_read + 1 - event))


def _find_marks(player: Player, number: int, game: str | None) -> Iterator[ReadMark]:
    """Yield the marks that move on; none goes back.

    Messages have no number in a game: they are read up to the moment of that place in the feed.
    """
    read = FeedRange.objects.filter(player=player, first__lte=number)
    until = read.order_by("-first").values_list("at", flat=True).first()
    if until is None:
        return
    of_game = read.filter(game=OuterRef("game"))
    end = F("event") + Least("last", number) - F("first")
    event = of_game.filter(event__isnull=False).order_by("-event").values(end=end)[:1]
    private = of_game.filter(private_event__isnull=False).order_by("-private_event")
    messages = Message.objects.filter(game=OuterRef("game"), at__lte=until).order_by("-at")
    seats = Seat.objects.filter(player=player, **({} if game is None else {"game": game}))
    found = seats.order_by("game").values_list(
        "game",
        Coalesce(Subquery(event), 0),
        Coalesce(Subquery(private.values("private_event")[:1]), 0),
        Subquery(messages.values("at")[:1]),
    )
    marks = {one.game_id: one for one in ReadMark.objects.filter(player=player)}
    for one, event_read, private_read, written_at in found:
        mark = marks.get(one) or ReadMark(event=0, private_event=0)
        known = mark.messages_at or until
        if (
            event_read > mark.event
            or private_read > mark.private_event
            or (written_at and (mark.messages_at is None or written_at > mark.messages_at))
        ):
            yield ReadMark(
                player=player,
                game_id=one,
                event=max(event_read, mark.event),
                private_event=max(private_read, mark.private_event),
                messages_at=max(until, known),
            )
