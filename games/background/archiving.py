"""Putting games that are over for long into one row each, one game after another, each in a transaction.

What a finished game has in its rows stays as it is, so it is packed, and what was packed is compared with the
rows, before any lock is taken. Under the game's lock the compressed row is written and the rows go, together.
If another process has that lock, the game's turn comes with a later run. Feeds name a game's events by their
numbers, so they stay as they are.
"""

import logging
import time
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import OperationalError, transaction
from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Greatest

from common.rest import log_lines
from common.rest.json_codec import Json, dump
from games.archive import storage
from games.archive.history import History, history_to_json, pack_history, unpack_history
from games.clock.now import now
from games.fairness.commitments import utc
from games.feeds import feed
from games.models import (
    ArchivedGame,
    Event,
    FeedRange,
    FormerSeat,
    Game,
    Log,
    Participant,
    PrivateEvent,
    Question,
    Seat,
    Stage,
    Submission,
    Turn,
)
from games.play.answers import played_answers
from games.play.events import bind_private_events
from games.play.record import game_record, history_of, show_heading, show_scores
from games.repository.game_state import Resolved
from games.repository.log import events_of
from players.models import AccountDeletion, Player

log = logging.getLogger(__name__)

AT_ONCE = 100
"""Games whose ids are read together."""
ARCHIVED, LATER, FAULTY = "archived", "left for later", "faulty"
"""What becomes of a game that is due: the last where what was packed is not what the rows say, or where
archiving it has raised."""
Needed = Callable[[str], bool]
_NEEDED: list[Needed] = []


def leave_while(needed: Needed) -> None:
    """Register a function that says whether an app still needs the rows of a game; called in `ready`.

    It is asked before a game is packed, and again under the lock of the game.
    """
    _NEEDED.append(needed)


def archive_due(
    seconds: float | None = None,
    *,
    after: timedelta | None = None,
    most: int | None = None,
    progress: Callable[[Counter[str]], None] = lambda counts: None,
) -> Counter[str]:
    """Archive games that ended so long ago, the oldest first; how many, by what became of them.

    `after` is the setting TIDE_ARCHIVE_AFTER where it is not given. Ends with the last one, after so many, or
    after about so many seconds.
    """
    moment, began = now(), time.monotonic()
    before = moment - (settings.TIDE_ARCHIVE_AFTER if after is None else after)
    counts = Counter[str]()
    games = Game.objects.to_archive(before).values_list("pk", "ended_at")
    after_last = Q()
    while due := list(games.filter(after_last)[:AT_ONCE]):
        for game, _ in due:
            if seconds is not None and time.monotonic() - began > seconds:
                return counts
            if most is not None and counts.total() >= most:
                return counts
            counts[_try_game(game, moment)] += 1
            progress(counts)
        last, ended_at = due[-1]
        after_last = Q(ended_at__gt=ended_at) | Q(ended_at=ended_at, pk__gt=last)
    return counts


def _try_game(game_id: str, moment: datetime) -> str:
    """Archive one game, and shorten the feeds of its players; what became of it.

    Whatever it raises is its own matter: else no game behind it would ever be archived.
    """
    try:
        done = archive_game(game_id)
        _prune_feeds(game_id, moment)
    except OperationalError:  # The database is away, and no other game would fare better.
        raise
    except Exception as error:  # noqa: BLE001  Whatever it is, the next run begins with this game again.
        with log_lines.log_about(game_id):  # Without the message, which may hold what is private.
            log.error("Game %s cannot be archived: %s", game_id, log_lines.describe_place(error))  # noqa: TRY400
        return FAULTY
    return done


def _prune_feeds(game_id: str, moment: datetime) -> None:
    """Remove what its players have read of their feeds, if it is old; one player in a transaction.

    What was sent to their webhooks is found by it, as long as that is kept (`notifications.webhooks`).
    """
    sent = timedelta(days=settings.TIDE_DELIVERY_RETENTION_DAYS)
    before = moment - max(settings.TIDE_ARCHIVE_AFTER, sent)
    named = Participant.objects.filter(game=game_id).values_list("player", flat=True)
    seated = Seat.objects.filter(game=game_id, player__isnull=False)
    for player in named.union(seated.values_list("player", flat=True)):
        feed.prune_feed(player, before)


def count_due_games(after: timedelta | None = None) -> int:
    """Count the games that are due to be archived."""
    before = now() - (settings.TIDE_ARCHIVE_AFTER if after is None else after)
    return Game.objects.to_archive(before).count()


def archive_game(game_id: str) -> str:
    """Archive one game; what became of it. Done twice, or by two at the same time, it does no harm."""
    game = Game.objects.filter(pk=game_id, archived_at__isnull=True).first()
    if game is None or game.status != Game.Status.FINISHED or _is_needed(game_id):
        return LATER
    _update_feeds(game_id)
    history = _read(game)
    if Game.objects.filter(pk=game_id, archived_at__isnull=False).exists():
        return LATER  # Another worker has taken the rows while they were read.
    packed = pack_history(history)
    if not _shows_same(game, history, unpack_history(packed, game_id)):
        log.error("Game %s is not archived: what was packed is not what its rows say.", game_id)
        return FAULTY
    row = storage.laid_down(game_id, packed)
    written = False
    try:
        with transaction.atomic():
            if _lock_game(game_id) and not _is_needed(game_id):
                ArchivedGame.objects.bulk_create([row])
                _delete_rows(game_id)
                written = True
    finally:
        # A commit whose answer was lost may have been done: then the row names the only copy there is.
        if not written:
            storage.delete_object(row)
    return ARCHIVED if written else LATER


def _delete_rows(game_id: str) -> None:
    """Delete the rows that the archive has now, and the key that it has."""
    for model in (PrivateEvent, Event, Submission, Question, Turn, Stage):
        model.objects.filter(game=game_id).delete()
    Game.objects.filter(pk=game_id).update(archived_at=now(), nonce_key=None)


def _is_needed(game_id: str) -> bool:
    return any(needed(game_id) for needed in _NEEDED)


def _read(game: Game) -> History:
    """All that there is of a finished game."""
    record: Any = game_record(game, [*game.seats.order_by("number")])
    content: Any = {name: part for name, part in record.items() if name not in {"players", "log"}}
    turns, stages = history_of(game.pk)
    participants = dict(game.participants.values_list("player_id", "pk"))
    private = {
        one.number: bind_private_events([one], participants)[0]
        for one in PrivateEvent.objects.filter(game=game).order_by("number")
        if one.number is not None
    }
    return History(content, turns, stages, events_of(game.pk), private)


def _shows_same(game: Game, rows: History, packed: History) -> bool:
    """Return whether all that is shown is the same to the byte, and the log's chain has the same end."""
    if not packed.events or bytes(packed.events[-1].hash) != bytes(game.log.head):
        return False
    return dump(_history_bytes(packed)) == dump(_history_bytes(rows))


def _history_bytes(history: History) -> Json:
    """All that is kept, and what is shown of it in another form than it is kept in."""
    return {
        **history_to_json(history),
        "hashes": [bytes(event.hash).hex() for event in history.events],
        "turns shown": [_turn_bytes(one) for one in history.turns],
        "scores": [show_scores(one) for one in history.stages],
    }


def _turn_bytes(one: Resolved) -> Json:
    turn, closed_at = one.turn, one.turn.closed_at
    assert closed_at is not None  # noqa: S101  No other is read.
    return {
        **show_heading(turn),
        "actions": played_answers(one.answers),
        "receipts": [one.answers[seat].receipt for seat in one.questions],
        "opened_at": utc(turn.opened_at),
        "closed_at": utc(closed_at),
    }


def _update_feeds(game_id: str) -> None:
    """Bring what is left of the game into the feeds that lack some of it; one player in a transaction."""
    for player in _players_behind(game_id):
        with transaction.atomic():
            Player.objects.filter(pk=player).lock()
            # What is erased does not come back.
            if not AccountDeletion.objects.filter(player=player, closed_at__isnull=False).exists():
                feed.update_locked(player)


def _players_behind(game_id: str) -> set[int]:
    """Return the players with an account whose feeds still lack something of the game."""
    seats = Seat.objects.behind().filter(game=game_id, player__isnull=False)
    former = FormerSeat.objects.behind().filter(game=game_id)
    private = PrivateEvent.objects.filter(game=game_id, in_feed=False)
    some: list[QuerySet[Any]] = [seats, former, private]
    behind = {player for rows in some for player in rows.values_list("player", flat=True)}
    ended = AccountDeletion.objects.filter(player__in=behind, closed_at__isnull=False)
    return behind - set(ended.values_list("player", flat=True))


def _lock_game(game_id: str) -> bool:
    """Take the game's lock; return False where it is taken, or a feed still lacks events of the game."""
    finished = Log.objects.filter(
        game=game_id, game__status=Game.Status.FINISHED, game__archived_at__isnull=True
    )
    if not finished.select_for_update(no_key=True, skip_locked=True).values_list("pk"):
        return False
    return not _players_behind(game_id) and not _untold(game_id).exists()


def _untold(game_id: str) -> "QuerySet[Player]":
    """Return the players whose webhooks or receivers lack something that their feeds have of the game."""
    ranges = FeedRange.objects.filter(player=OuterRef("pk"), game=game_id)
    newest = Greatest(
        *(
            Subquery(ranges.exclude(**{name: None}).order_by(f"-{name}").values("last")[:1])
            for name in ("event", "private_event")
        )
    )
    named = Player.objects.filter(participations__game=game_id, is_active=True).alias(newest=newest)
    hooks = Q(webhooks__enabled=True, webhooks__feed_cursor__lt=F("newest"))
    return named.filter(hooks | Q(notice_cursor__feed_cursor__lt=F("newest")))
