"""Cancellation of a game: before its start, or when no player is left."""

from games.clock.hours import FOREVER
from games.models import Game
from games.repository.game_state import GameState
from tideapi.rest.errors import ApiError


def call_off(game: GameState, reason: Game.CancelReason) -> None:
    """Cancel a game. The caller holds its lock and saves it."""
    game.row.status = Game.Status.CANCELLED
    game.row.cancel_reason = reason
    game.row.ended_at = game.now
    turn = game.open_turn
    if turn is not None:
        # The turn stays open, but neither the sweep nor a bot looks at it again.
        turn.next_check_at, turn.bots_at, turn.thinkers_at = FOREVER, None, None
    game.publish_event("cancelled", {"reason": reason.value})


def refuse_unless_finished(game: Game) -> None:
    """Raise `ApiError` (`game_not_finished`) unless the game was played to its end."""
    if game.status != Game.Status.FINISHED:
        raise ApiError("game_not_finished", "This is for games that were played to their end.")
