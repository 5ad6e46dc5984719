"""The sweep: which turns have to be looked at now, and what is done about them.

A turn's `next_check_at` is when the sweep looks at it next: at a deadline, or later where it could not be
closed. Bots are not its business; it only sees to it that somebody looks for them.
"""

import logging
import time
from datetime import datetime, timedelta

from celery import shared_task
from django.conf import settings
from django.db import transaction

from games.clock.now import now
from games.models import Game, Heartbeat, Turn
from games.play import cancellation, deadlines, faults, turns
from games.repository import counters, loader, signals
from games.repository.game_state import GameState
from games.repository.queries import bots as sql
from games.repository.queries import playing
from games.repository.unit_of_work import changes_of, for_update, save_all
from games.rules.registry import versions
from tideapi.task import Task

log = logging.getLogger(__name__)

SWEEP = "sweep"
BATCH = 10
"""Turns that are claimed together: fewer commits, but whoever plays in one of them waits for all."""


def sweep(seconds: float = 5) -> int:
    """Look at every turn that is due, for so many seconds at most; then at what else the time has come for.

    Those for which somebody waits go first, each time anew. Two sweeps at once share the work: each takes
    only what no other has locked; who finds a whole batch calls another. Returns how many turns it has dealt
    with.

    Why so: docs/why.md#sweep-along.
    """
    began, moment = time.monotonic(), now()
    dealt_with = 0
    # Most of the time there is nothing to do, and one question finds that out.
    ((due, bots, open_for_long),) = playing.WORK.rows(moment=moment, oldest=_oldest_opening(moment))
    while due and time.monotonic() - began < seconds:
        some = _check_some(unattended=False)
        if some is None:
            some = _check_some(unattended=True)
        if some is None:
            break
        if not dealt_with and some >= BATCH:
            sweep_along.delay_on_commit()
        dealt_with += some
    if due or bots:
        _notify_bots()
    if open_for_long:
        _close_the_lobby()
    took = time.monotonic() - began
    playing.BEAT.row(name=SWEEP, at=now(), seconds=took)
    counters.swept(took)
    return dealt_with


@shared_task(base=Task)
def sweep_along() -> None:
    """Take part in a sweep that has found more than one batch, however lately another has finished."""
    sweep()


def just_swept() -> bool:
    """Whether a sweep has finished a moment ago, as when alarms have piled up: another finds nothing."""
    moment = now() - timedelta(seconds=settings.TIDE_SWEEP_EVERY / 2)
    return Heartbeat.objects.filter(name=SWEEP, at__gt=moment).exists()


def check(game: GameState) -> None:
    """Do what is to be done about the open turn of a locked game by now."""
    turn = game.open_turn
    if turn is not None and not turns.apply_timeouts(game):
        deadlines.plan(game, turn)


def _notify_bots() -> None:
    """Have workers look for bots whose time has come, and whose message was lost or nobody has read yet."""
    found = sql.WAITING.row(moment=now(), most=BATCH)
    for _ in range(found[0] if found else 0):
        signals.bots_due.send(None)
    found = sql.THINKERS_WAITING.row(moment=now(), most=BATCH)
    for _ in range(found[0] if found else 0):
        signals.thinkers_due.send(None)


def _oldest_opening(moment: datetime) -> datetime:
    """Return since when a game has waited for players too long at a moment."""
    return moment - timedelta(days=settings.TIDE_OPEN_DAYS)


@transaction.atomic
def _close_the_lobby() -> None:
    """Call off some of the games that have been open for too long."""
    found = playing.OPEN_FOR_LONG.rows(oldest=_oldest_opening(now()), most=BATCH, **versions())
    games = [game for (game,) in found]
    tables = [one for one in loader.load_all(games) if one.row.status == Game.Status.OPEN]
    for game in tables:
        cancellation.call_off(game, cancellation.Reason.TIME)
    save_all([changes_of(game) for game in tables])


def _check_some(*, unattended: bool) -> int | None:
    """Claim the turns that have waited longest, and deal with those that no other process has.

    None when no turn is due.
    """
    try:
        return _claim_and_check(unattended=unattended)
    except Exception as fault:  # noqa: BLE001  A fault of one game must hold up no other.
        # One of them may be what the database refuses, or cannot be written, or a game whose rules are not
        # here: each alone.
        log.error("A batch of turns is done one by one: %s", faults.describe_place(fault))  # noqa: TRY400  Its message may hold cards.
    return _one_by_one(unattended=unattended)


@transaction.atomic
def _claim_and_check(*, unattended: bool, most: int = BATCH) -> int | None:
    moment = now()
    found = playing.CLAIM.rows(moment=moment, unattended=unattended, most=most)
    claimed = [game for (game,) in found]
    if not claimed:
        return None
    # Between finding the row and getting its lock another process may have closed the turn: what counts
    # is what is read now, under the lock.
    tables = [game for game in loader.load_all(claimed) if _is_due(game, moment)]
    save_all([changes_of(game) for game in tables if _went_well(game)])
    return len(tables)


def _one_by_one(*, unattended: bool) -> int | None:
    """Look at each of the turns that are due in a transaction of its own."""
    moment = now()
    due = Turn.objects.filter(
        closed_at__isnull=True, unattended=unattended, next_check_at__lte=moment
    ).order_by("next_check_at", "game")
    dealt_with = 0
    for turn in due.select_related("game")[:BATCH]:
        try:
            dealt_with += _check_one(turn.game_id, moment)
        except Exception as fault:  # noqa: BLE001  As above.
            faults.set_aside(turn, fault)
            dealt_with += 1
    return dealt_with or None


def _check_one(game_id: str, moment: datetime) -> bool:
    with for_update(game_id) as game:
        due = _is_due(game, moment)
        if due:
            check(game)
    return due


def _is_due(game: GameState, moment: datetime) -> bool:
    return game.open_turn is not None and game.open_turn.next_check_at <= moment


def _went_well(game: GameState) -> bool:
    """Check a table; if its rules raise, set the game aside: nothing of what they did may be saved."""
    turn = game.open_turn
    error = turns.raised(check, game)
    # It must hold up no other game, and must not be lost either.
    if error is not None and turn is not None:
        faults.set_aside(turn, error)
    return error is None
