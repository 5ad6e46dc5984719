"""What is refused of any game: one that is not there or over, and what its rules do not allow."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from games.models import Game
from games.rules import registry
from games.rules.refusal import Refusal
from games.rules.ruleset import Ruleset
from tideapi.rest.errors import ApiError


@contextmanager
def rules_errors(place: str) -> Iterator[None]:
    """Raise what the rules refuse as an `ApiError`. `place` is that of what they read in the body."""
    try:
        yield
    except Refusal as refusal:
        pointer = None if refusal.pointer is None else place + refusal.pointer
        raise ApiError(refusal.code, refusal.detail, pointer) from refusal


def find_rules(ruleset: str, version: int) -> Ruleset[Any, Any]:
    """Return the rules that a game began with: it is never judged by newer ones.

    Raises `ApiError` (`rules_missing`) where this server does not have them.
    """
    rules = registry.VERSIONS.get((ruleset, version))
    if rules is None:
        raise ApiError("rules_missing", f"This server has no version {version} of {ruleset}.")
    return rules


def no_such_game() -> ApiError:
    """There is no game of this id, or it is not for whoever asks: she must not be able to tell which.

    A new one each time: an exception that is raised again keeps the frames of all who raised it before.
    """
    return ApiError("game_not_found", "There is no such game.")


def refuse_if_ended(game: Game) -> None:
    """Raise `ApiError` where the game is over or was cancelled."""
    if game.status == Game.Status.FINISHED:
        raise ApiError("game_finished", "This game is over.")
    if game.status == Game.Status.CANCELLED:
        raise ApiError("game_cancelled", "This game was cancelled.")
