"""The vote to go on: who is there may have the clock run although somebody is away by agreement.

A vacation or a pause stops the clock, and for as long as nobody minds that is well. Once it holds the open
question up beyond its own time, most of the others can end it for this game.

Why so: docs/why.md#vote-when-late, docs/why.md#held-up.
"""

from django.db import transaction

from games.models import Seat
from games.play import timing
from games.store import loading, stops
from games.store.table import Table
from games.store.unit_of_work import commit
from players.models import Player
from tideapi.rest.errors import ApiError


@transaction.atomic
def vote(game_id: str, player: Player) -> None:
    """Vote for the game to go on; with more than half of the votes it does. Raises `ApiError`.

    What had begun to stop the clock by then stops it no more; what begins later does.
    """
    table = loading.lock(game_id)
    seat = table.seat_of(player.pk)
    table.refuse_unless_running()
    turn = table.open_turn
    still = [] if turn is None else timing.standing_still(table, turn)
    if turn is None or not still:
        raise ApiError("not_stopped", "Nobody is waited for beyond the time for this question.")
    voters = [one.number for one in table.seats if one.present and not _on_vacation(table, one)]
    if seat.number not in voters:
        raise ApiError("no_vote", "Who is on vacation, or away, has no vote.")
    new = seat.number not in turn.go_on
    turn.go_on = sorted({*turn.go_on, seat.number})
    votes = [number for number in turn.go_on if number in voters]
    if new:
        table.publish("go_on_voted", {"seat": seat.number, "votes": votes, "of": len(voters)})
    # A vote that is given again may be enough now: somebody else has gone since.
    if 2 * len(votes) > len(voters):
        _go_on(table, seat, still)
        turn.go_on = []
        timing.renew(table, turn)
    commit(table)


def _go_on(table: Table, seat: Seat, still: list[int]) -> None:
    table.game.goes_on_from = table.now
    table.publish("going_on", {"seats": still})
    for pause in table.pauses:
        if pause.until_at is not None and pause.until_at > table.now:
            pause.until_at = table.now
            table.publish("pause_ended", {"seat": seat.number})


def _on_vacation(table: Table, seat: Seat) -> bool:
    return any(since <= table.now < until for since, until in stops.vacations_of(table, seat))
