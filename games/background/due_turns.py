"""The sweep: it checks the turns that are due.

The sweep checks a turn at its `next_check_at`: at a deadline, or later if it could not be closed. It does not
move bots, but sends for workers that do.
"""

import logging
import time
from datetime import datetime, timedelta

from django.conf import settings
from django.db import Error as DatabaseFault
from django.db import transaction

from common import counters
from common.db.sql import fetch_rows
from common.rest import log_lines
from games.clock.now import now
from games.models import Game, Heartbeat, Log, Turn
from games.play import deadlines, faults, turns
from games.repository import signals
from games.repository.game_state import GameState
from games.repository.games import for_update, load_all, save_games

log = logging.getLogger(__name__)

SWEEP = "sweep"
BATCH = 10
"""The number of turns that are claimed together: more save commits, but their players wait longer."""

CLAIM = """
-- Index Scan using turn_to_check, in its order, up to the limit; each log by games_log_pkey.
SELECT log.game_id FROM games_turn turn JOIN games_log log ON log.game_id = turn.game_id
WHERE turn.closed_at IS NULL AND turn.unattended = %(unattended)s::boolean
    AND turn.next_check_at <= %(moment)s::timestamptz
ORDER BY turn.next_check_at LIMIT %(most)s::integer
FOR NO KEY UPDATE OF log SKIP LOCKED
"""

WORK = """
-- Whether turns are due (Index Scans using turn_to_check), bots have to move (turn_bots_to_move and
-- turn_thinkers_to_move), and games wait for players for too long (game_waiting).
SELECT
    (SELECT next_check_at FROM games_turn
     WHERE closed_at IS NULL AND NOT unattended AND next_check_at <= %(moment)s::timestamptz
     ORDER BY next_check_at LIMIT 1) IS NOT NULL
    OR (SELECT next_check_at FROM games_turn
        WHERE closed_at IS NULL AND unattended AND next_check_at <= %(moment)s::timestamptz
        ORDER BY next_check_at LIMIT 1) IS NOT NULL,
    (SELECT bots_at FROM games_turn
     WHERE closed_at IS NULL AND bots_at <= %(moment)s::timestamptz
     ORDER BY bots_at LIMIT 1) IS NOT NULL
    OR (SELECT thinkers_at FROM games_turn
        WHERE closed_at IS NULL AND thinkers_at <= %(moment)s::timestamptz
        ORDER BY thinkers_at LIMIT 1) IS NOT NULL,
    (SELECT created_at FROM games_game
     WHERE status = 'open' AND created_at <= %(oldest)s::timestamptz
     ORDER BY created_at LIMIT 1) IS NOT NULL
"""


def sweep_due_turns(seconds: float = 5) -> int:
    """Check every due turn, for at most so many seconds. Return the number of turns checked.

    In each batch, turns for which a player waits come first. Sweeps at the same time share the work: each
    takes only turns that no other has locked, and one that finds a whole batch calls another. Then it sends
    for workers that move bots, and calls off games that were open for too long.
    """
    began, moment = time.monotonic(), now()
    dealt_with = 0
    # Most of the time there is nothing to do, and one statement finds that out.
    ((due, bots, open_for_long),) = fetch_rows(WORK, moment=moment, oldest=_oldest_opening(moment))
    while due and time.monotonic() - began < seconds:
        some = _check_some(unattended=False)
        if some is None:
            some = _check_some(unattended=True)
        if some is None:
            break
        if not dealt_with and some >= BATCH:
            signals.more_turns_due.send(None)
        dealt_with += some
    if due or bots:
        _notify_bots()
    if open_for_long:
        _close_the_lobby()
    took = time.monotonic() - began
    beat = Heartbeat(name=SWEEP, at=now(), seconds=took)
    Heartbeat.objects.bulk_create(
        [beat], update_conflicts=True, unique_fields=["name"], update_fields=["at", "seconds"]
    )
    counters.count_sweep(took)
    return dealt_with


def just_swept() -> bool:
    """Return whether a sweep has just finished, so that a late message needs no other one."""
    moment = now() - timedelta(seconds=settings.TIDE_SWEEP_INTERVAL_SECONDS / 2)
    return Heartbeat.objects.filter(name=SWEEP, at__gt=moment).exists()


def check(game: GameState) -> None:
    """Apply the timeouts of a locked game's open turn, or plan its next check."""
    turn = game.open_turn
    if turn is not None and not turns.apply_timeouts(game):
        deadlines.plan_checks(game, turn)


def _notify_bots() -> None:
    """Send for workers that move due bots, whose message was lost or not read yet."""
    for _ in range(Turn.objects.bots_due(now())[:BATCH].count()):
        signals.bots_due.send(None)
    for _ in range(Turn.objects.thinkers_due(now())[:BATCH].count()):
        signals.thinkers_due.send(None)


def _oldest_opening(moment: datetime) -> datetime:
    """Return the moment before which a game that is still open was opened too long ago."""
    return moment - timedelta(days=settings.TIDE_OPEN_GAME_DAYS)


@transaction.atomic
def _close_the_lobby() -> None:
    """Call off some of the games that have been open for too long."""
    waiting = Game.objects.with_rules().filter(status=Game.Status.OPEN)
    logs = Log.objects.filter(game__in=waiting, game__created_at__lte=_oldest_opening(now()))
    logs = logs.order_by("game__created_at").only("pk")
    locked = logs.select_for_update(no_key=True, skip_locked=True, of=("self",))[:BATCH]
    games = [one.pk for one in locked]
    tables = [one for one in load_all(games) if one.row.status == Game.Status.OPEN]
    for game in tables:
        turns.call_off(game, Game.CancelReason.TIME)
    save_games(tables)


def _check_some(*, unattended: bool) -> int | None:
    """Check a batch of the turns that have been due longest, without those of other processes.

    Return their number, None if no turn is due.
    """
    try:
        return _claim_and_check(unattended=unattended)
    except Exception as fault:  # noqa: BLE001  A fault of one game must hold up no other.
        # The database may refuse one of them, or its rules may be missing: check each of them alone.
        log.error("A batch of turns is done one by one: %s", log_lines.describe_place(fault))  # noqa: TRY400  Its message may hold cards.
    return _one_by_one(unattended=unattended)


@transaction.atomic
def _claim_and_check(*, unattended: bool) -> int | None:
    moment = now()
    found = fetch_rows(CLAIM, moment=moment, unattended=unattended, most=BATCH)
    claimed = [game for (game,) in found]
    if not claimed:
        return None
    # Another process may have closed the turn before this one got its lock, so it is read again now.
    tables = [game for game in load_all(claimed) if _is_due(game, moment)]
    save_games([game for game in tables if _went_well(game)])
    return len(tables)


def _one_by_one(*, unattended: bool) -> int | None:
    """Check each of the due turns in a transaction of its own. Return their number, or None."""
    moment = now()
    due = Turn.objects.due(moment).filter(unattended=unattended).order_by("next_check_at", "game")
    dealt_with = 0
    for turn in due.select_related("game")[:BATCH]:
        try:
            with for_update(turn.game_id) as game:
                if is_due := _is_due(game, moment):
                    check(game)
            dealt_with += is_due
        except Exception as fault:  # noqa: BLE001  As above.
            faults.set_aside(turn, fault)
            dealt_with += 1
    return dealt_with or None


def _is_due(game: GameState, moment: datetime) -> bool:
    return game.open_turn is not None and game.open_turn.next_check_at <= moment


def _went_well(game: GameState) -> bool:
    """Check a game and return True; if its rules raise, set it aside and return False, unsaved."""
    turn = game.open_turn
    try:
        check(game)
    except DatabaseFault:
        raise
    except Exception as error:  # noqa: BLE001  Whatever rules may raise: it must hold up no other game.
        if turn is not None:
            faults.set_aside(turn, error)
        return False
    return True
