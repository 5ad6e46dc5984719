"""The vote to resume: players who are present can end what stops the clock.

A vacation or a pause stops the clock. Once it holds the open question up beyond its own time, most of the
other players can end it for this game.

Why so: docs/decisions/absence.md.
"""

from games.models import Seat
from games.play import deadlines
from games.repository import stops
from games.repository.game_state import GameState
from games.repository.unit_of_work import for_update
from players.models import Player
from tideapi.rest.errors import ApiError


def vote_to_resume(game_id: str, player: Player) -> None:
    """Vote for the game to go on; with more than half of the votes it does. Raises `ApiError`.

    What stopped the clock until then no longer does; what begins later does.
    """
    with for_update(game_id) as game:
        seat = game.seat_of(player.pk)
        game.refuse_unless_running()
        turn = game.open_turn
        still = [] if turn is None else deadlines.standing_still(game, turn)
        if turn is None or not still:
            raise ApiError(
                "not_stopped",
                "The game waits for no player beyond the time for this question.",
            )
        voters = [
            one.number for one in game.seats if one.is_present and not _on_vacation(game, one)
        ]
        if seat.number not in voters:
            raise ApiError("no_vote", "Players on vacation, or away, have no vote.")
        new = seat.number not in turn.go_on
        turn.go_on = sorted({*turn.go_on, seat.number})
        votes = [number for number in turn.go_on if number in voters]
        if new:
            voted = {"seat": seat.number, "votes": votes, "of": len(voters)}
            game.publish_event("go_on_voted", voted, by=seat.number)
        # A vote that is given again may be enough now, because another player has gone since.
        if 2 * len(votes) > len(voters):
            _resume_clock(game, seat, still)
            turn.go_on = []
            deadlines.renew_and_plan(game, turn)


def _resume_clock(game: GameState, seat: Seat, still: list[int]) -> None:
    game.row.goes_on_from = game.now
    game.publish_event("going_on", {"seats": still})
    for pause in game.pauses:
        if pause.until_at is not None and pause.until_at > game.now:
            pause.until_at = game.now
            game.publish_event("pause_ended", {"seat": seat.number})


def _on_vacation(game: GameState, seat: Seat) -> bool:
    return any(since <= game.now < until for since, until in stops.vacations_of(game, seat))
