"""What is refused whatever somebody wants of a game: where it is not there, and where it is over."""

from games.models import Game
from games.rules.refusal import Refusal


def no_such_game() -> Refusal:
    """There is no game of this id, or it is not for whoever asks: she must not be able to tell which.

    A new one each time: an exception that is raised again keeps the frames of all who raised it before.
    """
    return Refusal("game_not_found", "There is no such game.")


def refuse_if_ended(game: Game) -> None:
    """Raise `Refusal` where the game is over or was cancelled."""
    if game.status == Game.Status.FINISHED:
        raise Refusal("game_finished", "This game is over.")
    if game.status == Game.Status.CANCELLED:
        raise Refusal("game_cancelled", "This game was cancelled.")
