"""Calling a game off: before its start, or when nobody is left to play it."""

from enum import StrEnum

from games.clock.hours import FOREVER
from games.models import Game
from games.repository.game_state import GameState
from tideapi.rest.errors import ApiError


class Reason(StrEnum):
    """Why a game was called off, as its last event says."""

    HOST = "host"
    NOBODY_LEFT = "nobody_left"
    """All who had a seat have left before the start, or have resigned."""
    TIME = "time"
    """It was open for as long as the server lets it be."""


def call_off(game: GameState, reason: Reason) -> None:
    """Cancel a locked game; the caller saves the table."""
    game.row.status = Game.Status.CANCELLED
    game.row.ended_at = game.now
    turn = game.open_turn
    if turn is not None:
        # Its question stays as it is, open, and neither the clock nor a bot looks at it any more.
        turn.next_check_at, turn.bots_at, turn.thinkers_at = FOREVER, None, None
    game.publish("cancelled", {"reason": reason})


def refuse_unless_finished(game: Game) -> None:
    """Raise `ApiError` where a game was not played to its end."""
    if game.status != Game.Status.FINISHED:
        raise ApiError("game_not_finished", "This is for games that were played to their end.")
