"""Reading feeds: the log of one game, and a player's own feed over all games.

A player's feed gets its numbers when it is read (docs/decisions/feeds.md), under the lock of the
player's row: so no later event gets a number below one that was shown, and writers of games never wait
for one another.
"""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, NamedTuple, TypedDict

from django.db import transaction
from django.db.models import Exists, F, Min, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from common.db.sql import fetch_row, fetch_rows
from common.rest.errors import ApiError
from games.archive.history import load_history
from games.fairness.commitments import ChainEvent
from games.feeds.envelope import EventsOfFeed, FeedPlace, event_envelope
from games.models import FeedRange, FormerSeat, PrivateEvent, ReadMark, Seat
from games.repository import log
from games.shapes.events import FeedEvent
from players.models import Player

LOCK = """
-- Index Scan using players_player_pkey.
SELECT id FROM players_player WHERE id = %(player)s::bigint FOR NO KEY UPDATE
"""
"""By hand, because reading feeds and the home screen begins with it: 0.8 ms of each call less."""

UPDATE = """
-- The seats are locked before their events are looked for: PostgreSQL reads a row again that it had to lock
-- in a newer version, and with it only the first of the events.
-- Seats by the index on a seat's player, then each game's new events by event_once; private events by
-- private_event_to_bring_in, former seats by former_seat_to_bring_in: of what happened while the player had
-- one, feed_range_of_event_once says what is read already; it comes before the event that the seat is lost.
-- What follows the feed's last event in the log of the same game makes that range longer (feed_range_once).
WITH behind AS (
    SELECT seat.game_id, greatest(seat.feed_cursor, seat.feed_from) AS feed_cursor, seat.feed_until
    FROM games_seat seat
    JOIN games_log log ON log.game_id = seat.game_id
        AND least(log.event_number, coalesce(seat.feed_until, log.event_number))
            > greatest(seat.feed_cursor, seat.feed_from)
    WHERE seat.player_id = %(player)s::bigint
    FOR UPDATE OF seat SKIP LOCKED
), fresh AS (
    SELECT event.at, seat.game_id, event.number
    FROM behind seat
    JOIN games_event event ON event.game_id = seat.game_id AND event.number > seat.feed_cursor
    WHERE event.number <= coalesce(seat.feed_until, event.number)
), former AS (
    SELECT event.at, seat.game_id, event.number
    FROM games_formerseat seat
    JOIN games_event event ON event.game_id = seat.game_id AND event.number > seat.feed_cursor
    WHERE seat.player_id = %(player)s::bigint AND seat.feed_cursor < seat.feed_until
        AND event.number <= seat.feed_until
        AND event.number > coalesce((SELECT known.event + (known.last - known.first)::integer
            FROM games_feedrange known
            WHERE known.player_id = seat.player_id AND known.game_id = seat.game_id
                AND known.event IS NOT NULL
            ORDER BY known.event DESC LIMIT 1), 0)
), left_behind AS (
    UPDATE games_formerseat SET feed_cursor = feed_until
    WHERE player_id = %(player)s::bigint AND feed_cursor < feed_until
), moved AS (
    UPDATE games_seat seat SET feed_cursor = newest.number
    FROM (SELECT game_id, max(number) AS number FROM fresh GROUP BY game_id) newest
    WHERE seat.game_id = newest.game_id AND seat.player_id = %(player)s::bigint
), told_alone AS (
    UPDATE games_privateevent SET in_feed = true
    WHERE player_id = %(player)s::bigint AND NOT in_feed
    RETURNING id, at, game_id, number
), new AS (
    SELECT number AS event, NULL::integer AS private_event, NULL::bigint AS account_event_id, at, 1 AS rank,
        game_id
    FROM fresh
    UNION ALL
    SELECT number, NULL, NULL, at, 0, game_id FROM former
    UNION ALL
    SELECT NULL, number, CASE WHEN game_id IS NULL THEN id END, at, 1, game_id FROM told_alone
), feed_end AS (
    SELECT first, last, game_id, event, event + (last - first)::integer AS last_event
    FROM games_feedrange WHERE player_id = %(player)s::bigint ORDER BY first DESC LIMIT 1
), numbered AS (
    SELECT *, coalesce((SELECT last FROM feed_end), 0) + row_number() OVER (
        ORDER BY at, rank, game_id, coalesce(event, 0), coalesce(private_event, 0), account_event_id
    ) AS number
    FROM new
), followed AS (
    SELECT *, game_id = lag(game_id, 1, (SELECT game_id FROM feed_end)) OVER in_order
        AND event = 1 + lag(event, 1, (SELECT last_event FROM feed_end)) OVER in_order AS follows
    FROM numbered WINDOW in_order AS (ORDER BY number)
), grouped AS (
    SELECT *, count(*) FILTER (WHERE follows IS NOT TRUE) OVER (ORDER BY number) AS range FROM followed
), appended AS (
    INSERT INTO games_feedrange AS feed_range
        (player_id, first, last, game_id, event, private_event, account_event_id, at)
    SELECT %(player)s::bigint,
        CASE WHEN range = 0 THEN (SELECT first FROM feed_end) ELSE min(number) END, max(number), min(game_id),
        CASE WHEN range = 0 THEN (SELECT event FROM feed_end) ELSE min(event) END,
        min(private_event), min(account_event_id), max(at)
    FROM grouped GROUP BY range
    ON CONFLICT (player_id, first) DO UPDATE SET last = excluded.last, at = excluded.at
    RETURNING first, last, game_id, event, private_event, account_event_id
)
SELECT coalesce((SELECT max(last) FROM appended), (SELECT last FROM feed_end), 0)
"""
"""Put what is new into a player's feed, under the lock of the player's row; return the feed's last number.

A seat that is just being written to is left for the next time: a feed that waited for one game while it held
the seat of another could be in a circle of such waits. Its writer notifies subscribers afterwards.
"""

LAST = """
-- Index Scans: feed_range_once, the indexes on the player of a seat and on games_log_pkey,
-- former_seat_to_bring_in, private_event_to_bring_in.
SELECT coalesce((SELECT last FROM games_feedrange WHERE player_id = %(player)s::bigint
        ORDER BY first DESC LIMIT 1), 0),
    EXISTS (SELECT FROM games_seat seat
        JOIN games_log log ON log.game_id = seat.game_id
            AND least(log.event_number, coalesce(seat.feed_until, log.event_number))
                > greatest(seat.feed_cursor, seat.feed_from)
        WHERE seat.player_id = %(player)s::bigint)
    OR EXISTS (SELECT FROM games_formerseat
        WHERE player_id = %(player)s::bigint AND feed_cursor < feed_until)
    OR EXISTS (SELECT FROM games_privateevent
        WHERE player_id = %(player)s::bigint AND NOT in_feed)
"""
"""The last number of a player's feed, and whether the feed lacks something.

Most who poll have missed nothing: the lock and `UPDATE`, with its transaction, were a third of their call.
"""

PLACES = """
-- Index Scans: feed_range_once, private_event_once, games_privateevent_pkey, players_player_pkey.
SELECT place.first, place.last, place.game_id, place.event, place.private_event,
    told.type, told.data, told.at, about.id, about.username
FROM (
    SELECT * FROM games_feedrange place
    WHERE place.player_id = %(player)s::bigint
        AND place.last > %(after)s::bigint AND place.first <= %(upto)s::bigint
        AND place.first >= coalesce((
            SELECT max(first) FROM games_feedrange
            WHERE player_id = %(player)s::bigint AND first <= %(after)s::bigint + 1
        ), 0)
    ORDER BY place.first LIMIT %(most)s::bigint
) place
LEFT JOIN games_privateevent told ON told.id = coalesce(place.account_event_id, (
    SELECT id FROM games_privateevent of_game
    WHERE of_game.game_id = place.game_id AND of_game.number = place.private_event
))
LEFT JOIN players_player about ON about.id = told.about_id
ORDER BY place.first
"""
"""Read places of a player's feed, from the one on that has the number behind `after`."""


def lock_player(player_id: int) -> None:
    """Lock a player's row by itself: the next statement sees what an earlier holder has written."""
    fetch_row(LOCK, player=player_id)


class Page(NamedTuple):
    """Some events of a feed, the oldest first, and the number of its newest one then, 0 for none."""

    events: list[FeedEvent]
    last: int


def read_log(game_id: str, after: int, most: int) -> Page:
    """The events of a game with numbers above `after`; at most so many.

    Whether the caller may see the game is not asked here.
    """
    part = log.read_logs({game_id: (after + 1, after + most)})[game_id]
    events = part.events
    if not events and after < part.last:
        events = load_history(game_id).events[after : after + most]
    return Page([event_envelope(event, event.number, part.names) for event in events], part.last)


def newest_of_games(newest: Mapping[str, int], most: int) -> dict[str, list[FeedEvent]]:
    """Return so many of the newest events of games, by the last's number; none of an archived game."""
    found = log.read_logs({game: (last - most + 1, last) for game, last in newest.items()})
    return {
        game: [event_envelope(event, event.number, part.names) for event in part.events]
        for game, part in found.items()
    }


class Gap(TypedDict):
    """An event in a player's feed of an archived game that cannot be read."""

    number: int
    game: str
    refused: str


def read_feed(player_id: int, after: int, most: int) -> Page:
    """Return what has a number above `after` in a player's feed; at most so many.

    Raises `ApiError` (`unavailable`).
    """
    last, places, events = _read_page(player_id, after, most)
    return Page([event for place in places for event in events.read(place)], last)


def export_player(player_id: int, after: int, most: int) -> list[FeedEvent | Gap]:
    """Return the same events, with gaps in the place of those that cannot be read."""
    _, places, events = _read_page(player_id, after, most)
    found: list[FeedEvent | Gap] = []
    for place in places:
        try:
            found += [*events.read(place)]
        except ApiError as error:
            numbers = range(place.first, place.last + 1)
            game = place.game or ""
            found += [{"number": one, "game": game, "refused": error.code} for one in numbers]
    return found


def _read_page(player_id: int, after: int, most: int) -> tuple[int, list[FeedPlace], EventsOfFeed]:
    """Return the last number of a player's feed, and the places and the events of a page.

    There is no gap in a feed but before its first number: a page ends so many numbers after its beginning.
    """
    last = complete_feed(player_id)
    rows = _read_places(player_id, after, last, most) if after < last else []
    low = max(rows[0].first, after + 1) if rows else 0
    # Another reader may have made the newest range longer since.
    end = min(low + most, last + 1)
    places = [place.clip(low, end) for place in rows if place.first < end]
    return last, places, EventsOfFeed(places)


def _read_places(player_id: int, after: int, upto: int, most: int) -> list[FeedPlace]:
    found = fetch_rows(PLACES, player=player_id, after=after, upto=upto, most=most)
    return [*map(FeedPlace._make, found)]


def read_events_at(
    player_id: int, numbers: Collection[int]
) -> dict[int, ChainEvent | PrivateEvent]:
    """Return what stands under these numbers of a player's feed, but for what is of archived games."""
    first, last = min(numbers), max(numbers)
    places = [
        place.clip(number, number + 1)
        for place in _read_places(player_id, first - 1, last, last - first + 1)
        for number in numbers
        if place.first <= number <= place.last
    ]
    events, found = EventsOfFeed(places), dict[int, ChainEvent | PrivateEvent]()
    for place in places:
        event = events.find_stored(place) if place.type is None else place.private()
        if event is not None:
            found[place.first] = event
    return found


def complete_feed(player_id: int) -> int:
    """Append the missing events of the player's games, if there are any; return the feed's last number."""
    found = fetch_row(LAST, player=player_id)
    last, lacks = found or (0, False)
    return update_feed(player_id) if lacks else int(last)


def update_feed(player_id: int) -> int:
    """Do the same under the lock of the player's row, in any case."""
    with transaction.atomic():
        lock_player(player_id)
        return update_locked(player_id)


def update_locked(player_id: int) -> int:
    """The same, for a caller who has the lock of the player's row."""
    found = fetch_row(UPDATE, player=player_id)
    return int(found[0]) if found else 0


def find_behind(cursors: "QuerySet[Any]") -> list[int]:
    """Return the active players with one of these cursors whose feeds have something that is beyond it."""
    cursors = cursors.filter(player__is_active=True).alias(newest=_newest(OuterRef("player")))
    beyond = Q(newest__gt=F("feed_cursor")) | _lacks_events(OuterRef("player"))
    return [*cursors.filter(beyond).values_list("player", flat=True).distinct()]


def feeds_with_more(known: Mapping[int, int]) -> list[int]:
    """Return the players who have something in their feeds above the numbers given, or on the way there."""
    players = Player.objects.filter(pk__in=known)
    found = players.annotate(newest=_newest(OuterRef("pk")), more=_lacks_events(OuterRef("pk")))
    numbers = found.values_list("pk", "newest", "more")
    return [player for player, newest, more in numbers if more or (newest or 0) > known[player]]


def _newest(player: OuterRef) -> Subquery:
    ranges = FeedRange.objects.filter(player=player)
    return Subquery(ranges.order_by("-first").values("last")[:1])


def _lacks_events(player: OuterRef) -> Q:
    """Return the condition that a player's feed lacks something that has happened."""
    return (
        Q(Exists(PrivateEvent.objects.filter(player=player, in_feed=False)))
        | Q(Exists(Seat.objects.behind().filter(player=player)))
        | Q(Exists(FormerSeat.objects.behind().filter(player=player)))
    )


@transaction.atomic
def prune_feed(player_id: int, before: datetime) -> None:
    """Remove from a player's feed what happened before that moment, up to the first thing that stays.

    Only from its beginning, so that a feed has no gap but before its first number, and a range of numbers
    only as a whole. What is not read stays, and what a webhook or a receiver has not been handed. The last
    one stays in any case: the next number is worked out from it.
    """
    lock_player(player_id)
    ranges = FeedRange.objects.filter(player=player_id).order_by("first")
    mark = ReadMark.objects.filter(player=player_id, game=OuterRef("game"))
    read = {name: Coalesce(Subquery(mark.values(name)), 0) for name in ("event", "private_event")}
    # A player who has no seat in a game can mark nothing there.
    unread = Exists(Seat.objects.filter(player=player_id, game=OuterRef("game"))) & Q(
        Q(event__gt=read["event"] - (F("last") - F("first")))
        | Q(private_event__gt=read["private_event"])
    )
    player = Player.objects.filter(pk=player_id)
    sent = player.filter(webhooks__enabled=True).aggregate(number=Min("webhooks__feed_cursor"))
    told = player.aggregate(number=Min("notice_cursor__feed_cursor"))
    staying = [
        ranges.values_list("last", flat=True).last(),
        ranges.filter(Q(at__gt=before) | unread).values_list("first", flat=True).first(),
        *(one["number"] + 1 for one in (sent, told) if one["number"] is not None),
    ]
    gone = ranges.filter(last__lt=min((one for one in staying if one is not None), default=0))
    PrivateEvent.objects.filter(in_feed_at__in=gone).delete()
    gone.delete()
