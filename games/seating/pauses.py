"""A pause: the clock of a game stands still because all who play have agreed.

It ends by itself, so no game stalls; anybody may end it earlier.
"""

from datetime import timedelta

from django.conf import settings
from django.db import transaction

from games.clock.duration import write_duration
from games.models import Pause, Seat
from games.play import limits, timing
from games.store import loading
from games.store.table import Table
from games.store.unit_of_work import commit
from players.models import Player
from tideapi.rest.errors import ApiError

SHORTEST = timedelta(minutes=1)


@transaction.atomic
def agree(game_id: str, player: Player, length: timedelta) -> None:
    """Propose a pause of this length, or agree to the one that was proposed. Raises `ApiError`.

    Another length is a new proposal, to which nobody else has agreed yet.
    """
    table, seat = _at_table(game_id, player)
    if not SHORTEST <= length <= settings.TIDE_MAX_PAUSE:
        longest = write_duration(settings.TIDE_MAX_PAUSE)
        allowed = f"A pause may last from {write_duration(SHORTEST)} to {longest}."
        raise ApiError("invalid_pause", allowed, "/length")
    if _running(table) is not None:
        raise ApiError("already_paused", "The clock of this game stands still already.")
    pause = table.proposed_pause
    if pause is None:
        pause = Pause(game=table.game)
        table.pauses.append(pause)
    if pause.length != length:
        pause.length, pause.proposed_by, pause.agreed = length, seat.number, []
        pause.proposed_at = table.now
    if seat.number not in pause.agreed:
        limits.count_deed(table, seat)
        pause.agreed = sorted([*pause.agreed, seat.number])
        agreed = {"seat": seat.number, "length": write_duration(length), "agreed": pause.agreed}
        table.publish("pause_agreed", agreed)
    timing.begin_agreed_pause(table)
    _done(table)


@transaction.atomic
def end(game_id: str, player: Player) -> None:
    """End the pause, or drop the proposal. Raises `ApiError` (`not_paused`)."""
    table, seat = _at_table(game_id, player)
    proposed, running = table.proposed_pause, _running(table)
    if proposed is not None:
        table.pauses.remove(proposed)
        table.publish("pause_dropped", {"seat": seat.number})
    elif running is not None:
        running.until_at = table.now
        table.publish("pause_ended", {"seat": seat.number})
    else:
        raise ApiError("not_paused", "Nobody has proposed a pause in this game.")
    _done(table)


def _at_table(game_id: str, player: Player) -> tuple[Table, Seat]:
    table = loading.lock(game_id)
    seat = table.seat_of(player.pk)
    table.refuse_unless_running()
    return table, seat


def _running(table: Table) -> Pause | None:
    ahead = (pause for pause in table.pauses if pause.until_at and pause.until_at > table.now)
    return next(ahead, None)


def _done(table: Table) -> None:
    turn = table.open_turn
    if turn is not None:
        timing.renew(table, turn)
    commit(table)
