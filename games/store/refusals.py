"""What is refused of a game before anything of it is known."""

from games.rules.refusal import Refusal


def no_such_game() -> Refusal:
    """There is no game of this id, or it is not for whoever asks: she must not be able to tell which.

    A new one each time: an exception that is raised again keeps the frames of all who raised it before.
    """
    return Refusal("game_not_found", "There is no such game.")
