"""The server's clock: which turns have to be looked at now, and what is done about them.

A turn's `look_at` is when the sweep looks at it next: at its deadline, earlier where bots have to
move, later where it could not be closed. The plan of the claim is an index scan on `turn_to_look_at`.
"""

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from games import play, wake
from games.models import Game, Heartbeat, Turn
from games.table import Table

log = logging.getLogger(__name__)

SWEEP = "sweep"
RETRY_FIRST = timedelta(seconds=5)
RETRY_LAST = timedelta(minutes=10)


def sweep(seconds: float = 5) -> int:
    """Look at every turn that is due, one transaction each, for so many seconds at most.

    Two sweeps at once share the work: each takes only what no other has locked. Returns how many
    turns it has dealt with.
    """
    began = timezone.now()
    dealt_with = 0
    while timezone.now() - began < timedelta(seconds=seconds):
        one = _look_at_next()
        if one is None:
            break
        dealt_with += one
    Heartbeat.objects.update_or_create(name=SWEEP, defaults={"at": timezone.now()})
    return dealt_with


def _look_at_next() -> bool | None:
    """Claim the turn that has waited longest, and deal with it unless another just has.

    None when no turn is due.
    """
    with transaction.atomic():
        turn = (
            Turn.objects.select_for_update(skip_locked=True, of=("game",))
            .select_related("game")
            .filter(closed_at__isnull=True, look_at__lte=timezone.now())
            .order_by("look_at")
            .first()
        )
        if turn is None:
            return None
        try:
            with transaction.atomic():
                return _deal_with(turn, timezone.now())
        except Exception:
            # Whatever the rules raise must hold up no other game, and must not be lost either.
            _put_off(turn)
            log.exception("Turn %s of game %s cannot be closed", turn.number, turn.game_id)
            return True


def _deal_with(turn: Turn, now: datetime) -> bool:
    # Between finding the row and getting its lock another process may have closed the turn: what
    # counts is what stands there now, under the lock.
    table = Table(Game.objects.get(pk=turn.game_id))
    current = table.open_turn
    if current is None or current.pk != turn.pk or current.look_at > now:
        return False
    if current.due_at <= now:
        play.close_by_clock(table, now)
        return True
    # The message that should have made the bots move was lost, or has not been heard yet.
    Turn.objects.filter(pk=current.pk).update(look_at=min(current.due_at, now + RETRY_FIRST))
    wake.bots(table.game.pk)
    return True


def _put_off(turn: Turn) -> None:
    """Try the turn again later, and later still each time that it fails."""
    wait = min(RETRY_LAST, RETRY_FIRST * 2 ** min(turn.faults, 10))
    Turn.objects.filter(pk=turn.pk).update(faults=turn.faults + 1, look_at=timezone.now() + wait)
