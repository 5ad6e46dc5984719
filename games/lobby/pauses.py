"""A pause: the clock of a game stands still because all who play have agreed.

It ends by itself, so no game stalls; every player may end it earlier. Once a pause or a vacation holds the
open question up beyond its own time, most of the other players can vote to resume.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.conf import settings
from django.utils.translation import gettext as _

from common.rest.errors import ApiError
from games.clock.clock import write_duration
from games.lobby import limits
from games.models import Pause, Seat
from games.play import deadlines, events
from games.repository.game_state import GameState
from games.repository.games import for_update
from players.models import Player

SHORTEST = timedelta(minutes=1)


def agree_to_pause(game_id: str, player: Player, length: timedelta) -> None:
    """Propose a pause of this length, or agree to the one that was proposed. Raises `ApiError`.

    Another length is a new proposal, to which nobody else has agreed yet.
    """
    with _seat_in_running_game(game_id, player) as (game, seat):
        if not SHORTEST <= length <= settings.TIDE_MAX_PAUSE:
            longest = write_duration(settings.TIDE_MAX_PAUSE)
            allowed = _("A pause may last from {shortest} to {longest}.").format(
                shortest=write_duration(SHORTEST), longest=longest
            )
            raise ApiError("invalid_pause", allowed, "/length")
        if _running_pause(game) is not None:
            raise ApiError("already_paused", "The clock of this game stands still already.")
        pause = game.proposed_pause
        if pause is None:
            pause = Pause(game=game.row)
            game.pauses.append(pause)
            game.add(pause)
        if pause.length != length:
            game.change(pause, length=length, proposed_by=seat.number, agreed=[])
            game.change(pause, proposed_at=game.now)
        if seat.number not in pause.agreed:
            limits.check_action_limit(game, seat)
            game.change(pause, agreed=sorted([*pause.agreed, seat.number]))
            agreed = {"seat": seat.number, "length": write_duration(length), "agreed": pause.agreed}
            events.publish_event(game, "pause_agreed", agreed, by=seat.number)
        deadlines.begin_agreed_pause(game)


def end_pause(game_id: str, player: Player) -> None:
    """End the pause, or drop the proposal. Raises `ApiError` (`not_paused`)."""
    with _seat_in_running_game(game_id, player) as (game, seat):
        proposed, running = game.proposed_pause, _running_pause(game)
        if proposed is not None:
            game.pauses.remove(proposed)
            game.remove(proposed)
            events.publish_event(game, "pause_dropped", {"seat": seat.number}, by=seat.number)
        elif running is not None:
            game.change(running, until_at=game.now)
            events.publish_event(game, "pause_ended", {"seat": seat.number}, by=seat.number)
        else:
            raise ApiError("not_paused", "No pause is proposed in this game.")


@contextmanager
def _seat_in_running_game(game_id: str, player: Player) -> Iterator[tuple[GameState, Seat]]:
    """Load a game and the player's seat for an update, then plan the game's deadlines again."""
    with for_update(game_id) as game:
        seat = game.seat_of(player.pk)
        game.refuse_unless_running()
        yield game, seat
        if game.open_turn is not None:
            deadlines.renew_and_plan(game, game.open_turn)


def _running_pause(game: GameState) -> Pause | None:
    ahead = (pause for pause in game.pauses if pause.until_at and pause.until_at > game.now)
    return next(ahead, None)


def vote_to_resume(game_id: str, player: Player) -> None:
    """Vote for the game to go on; with more than half of the votes it does. Raises `ApiError`.

    What stopped the clock until then no longer does; what begins later does.
    """
    with for_update(game_id) as game:
        seat = game.seat_of(player.pk)
        game.refuse_unless_running()
        turn = game.open_turn
        still = [] if turn is None else deadlines.seats_holding_up(game, turn)
        if turn is None or not still:
            message = _("The game waits for no player beyond the time for this question.")
            raise ApiError("not_stopped", message)
        present = (one for one in game.seats if one.is_present)
        voters = [one.number for one in present if not _on_vacation(game, one)]
        if seat.number not in voters:
            raise ApiError("no_vote", "Players on vacation, or away, have no vote.")
        new = seat.number not in turn.go_on
        game.change(turn, go_on=sorted({*turn.go_on, seat.number}))
        votes = [number for number in turn.go_on if number in voters]
        if new:
            voted = {"seat": seat.number, "votes": votes, "of": len(voters)}
            events.publish_event(game, "go_on_voted", voted, by=seat.number)
        # A vote that is given again may be enough now, because another player has gone since.
        if 2 * len(votes) > len(voters):
            _resume_clock(game, seat, still)
            game.change(turn, go_on=[])
            deadlines.renew_and_plan(game, turn)


def _resume_clock(game: GameState, seat: Seat, still: list[int]) -> None:
    game.change(game.row, goes_on_from=game.now)
    events.publish_event(game, "going_on", {"seats": still})
    for pause in game.pauses:
        if pause.until_at is not None and pause.until_at > game.now:
            game.change(pause, until_at=game.now)
            events.publish_event(game, "pause_ended", {"seat": seat.number})


def _on_vacation(game: GameState, seat: Seat) -> bool:
    return any(
        since <= game.now < until for since, until in deadlines.vacations_of_seat(game, seat)
    )
