"""The vote to go on: who is there may have the clock run although somebody is away by agreement.

A vacation or a pause stops the clock, and for as long as nobody minds that is well. Once it holds the open
question up beyond its own time, most of the others can end it for this game.

Why so: docs/why.md#vote-when-late, docs/why.md#held-up.
"""

from games.models import Seat
from games.play import deadlines
from games.repository import stops
from games.repository.game_state import GameState
from games.repository.unit_of_work import for_update
from players.models import Player
from tideapi.rest.errors import ApiError


def vote(game_id: str, player: Player) -> None:
    """Vote for the game to go on; with more than half of the votes it does. Raises `ApiError`.

    What had begun to stop the clock by then stops it no more; what begins later does.
    """
    with for_update(game_id) as game:
        seat = game.seat_of(player.pk)
        game.refuse_unless_running()
        turn = game.open_turn
        still = [] if turn is None else deadlines.standing_still(game, turn)
        if turn is None or not still:
            raise ApiError("not_stopped", "Nobody is waited for beyond the time for this question.")
        voters = [one.number for one in game.seats if one.present and not _on_vacation(game, one)]
        if seat.number not in voters:
            raise ApiError("no_vote", "Who is on vacation, or away, has no vote.")
        new = seat.number not in turn.go_on
        turn.go_on = sorted({*turn.go_on, seat.number})
        votes = [number for number in turn.go_on if number in voters]
        if new:
            game.publish("go_on_voted", {"seat": seat.number, "votes": votes, "of": len(voters)})
        # A vote that is given again may be enough now: somebody else has gone since.
        if 2 * len(votes) > len(voters):
            _go_on(game, seat, still)
            turn.go_on = []
            deadlines.renew(game, turn)


def _go_on(game: GameState, seat: Seat, still: list[int]) -> None:
    game.row.goes_on_from = game.now
    game.publish("going_on", {"seats": still})
    for pause in game.pauses:
        if pause.until_at is not None and pause.until_at > game.now:
            pause.until_at = game.now
            game.publish("pause_ended", {"seat": seat.number})


def _on_vacation(game: GameState, seat: Seat) -> bool:
    return any(since <= game.now < until for since, until in stops.vacations_of(game, seat))
