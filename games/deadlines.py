"""The sweep: which turns have to be looked at now, and what is done about them.

A turn's `look_at` is when the sweep looks at it next: at a deadline, earlier where bots have to
move, later where it could not be closed. The plan of the claim is an index scan on `turn_to_look_at`.
"""

import time
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from games import faults, play, tally, timing, wake
from games.models import Heartbeat, Turn
from games.now import now
from games.table import Table

SWEEP = "sweep"
BATCH = 10
"""Turns that are claimed together: fewer commits, but whoever plays in one of them waits for all."""


def sweep(seconds: float = 5) -> int:
    """Look at every turn that is due, for so many seconds at most.

    Two sweeps at once share the work: each takes only what no other has locked. Returns how many
    turns it has dealt with.
    """
    began = time.monotonic()
    dealt_with = 0
    while time.monotonic() - began < seconds:
        some = _look_at_some()
        if some is None:
            break
        dealt_with += some
    took = time.monotonic() - began
    Heartbeat.objects.update_or_create(name=SWEEP, defaults={"at": now(), "seconds": took})
    tally.swept(took)
    return dealt_with


def just_swept() -> bool:
    """Whether a sweep has finished a moment ago, as when alarms have piled up: another finds nothing."""
    moment = now() - timedelta(seconds=settings.TIDE_SWEEP_EVERY / 2)
    return Heartbeat.objects.filter(name=SWEEP, at__gt=moment).exists()


def look_at(table: Table) -> bool:
    """Do what is to be done about the open turn of a locked game by now. False if that is nothing."""
    turn = table.open_turn
    if turn is None:
        return False
    if play.go_on_by_clock(table):
        return True
    if timing.bots_to_ring(table, turn, table.answers):
        # The message that should have made the bots move was lost, or has not been heard yet.
        wake.bots(table.game.pk)
    play.look_again(table, turn)
    return True


@transaction.atomic
def _look_at_some() -> int | None:
    """Claim the turns that have waited longest, and deal with those that no other process has.

    None when no turn is due.
    """
    moment = now()
    claimed = list(
        Turn.objects.select_for_update(skip_locked=True, of=("game",))
        .select_related("game")
        .filter(closed_at__isnull=True, look_at__lte=moment)
        .order_by("look_at")[:BATCH]
    )
    return sum(_look_at_one(turn, moment) for turn in claimed) if claimed else None


def look_at_safely(table: Table) -> None:
    """Do what is due in one game; if its rules raise, only that is undone, and the game is set aside."""
    turn = table.open_turn
    try:
        with transaction.atomic():
            look_at(table)
    except Exception as error:  # noqa: BLE001  Whatever rules may raise; it is logged there.
        if turn is not None:
            faults.set_aside(turn, error)


def _look_at_one(claimed: Turn, moment: datetime) -> bool:
    try:
        with transaction.atomic():
            # Between finding the row and getting its lock another process may have closed the turn:
            # what counts is what stands there now, under the lock.
            turn = Turn.objects.select_related("game").get(pk=claimed.pk)
            if turn.closed_at is not None or turn.look_at > moment:
                return False
            return look_at(Table(turn.game, turn))
    except Exception as error:  # noqa: BLE001  Whatever rules may raise; it is logged there.
        # It must hold up no other game, and must not be lost either.
        faults.set_aside(claimed, error)
        return True
