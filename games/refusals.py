"""Refusals that all games share: a missing game, a game that is over, an action against the rules."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.utils.translation import gettext as _

from common.rest.errors import ApiError, Fault, invalid_body
from games.models import Game
from games.rulesets import registry
from games.rulesets.refusal import Refusal, Unreadable
from games.rulesets.ruleset import Ruleset


@contextmanager
def rules_errors(place: str) -> Iterator[None]:
    """Turn refusals of the rules into `ApiError`. `place` is where in the body they read."""
    try:
        yield
    except Unreadable as refusal:
        fault = Fault(place + (refusal.pointer or ""), refusal.code, translate_refusal(refusal))
        raise invalid_body(fault) from refusal
    except Refusal as refusal:
        pointer = None if refusal.pointer is None else place + refusal.pointer
        raise ApiError(refusal.code, translate_refusal(refusal), pointer) from refusal


def translate_refusal(refusal: Refusal) -> str:
    """Return what the rules say, in the active language."""
    sentence = _(refusal.sentence)
    words = {name: _(one) if isinstance(one, str) else one for name, one in refusal.values.items()}
    return sentence.format(**words) if words else sentence


def find_rules(ruleset: str, version: int) -> Ruleset[Any, Any]:
    """Return the rules that a game began with. It never uses newer ones.

    Raises `ApiError` (`rules_missing`) if this server does not have them.
    """
    rules = registry.VERSIONS.get((ruleset, version))
    if rules is None:
        message = _("This server has no version {version} of {ruleset}.")
        raise ApiError("rules_missing", message.format(version=version, ruleset=ruleset))
    return rules


def no_such_game() -> ApiError:
    """Return the error for a game that is missing or hidden from the caller.

    It is a new one each time, because an exception that is raised again keeps its earlier frames.
    """
    return ApiError("game_not_found", "There is no such game, or you may not see it.")


def refuse_if_ended(game: Game) -> None:
    """Raise `ApiError` (`game_finished`, `game_cancelled`) if the game is over or was cancelled."""
    if game.status == Game.Status.FINISHED:
        raise ApiError("game_finished", "This game is over.")
    if game.status == Game.Status.CANCELLED:
        raise ApiError("game_cancelled", "This game was cancelled.")


def refuse_unless_finished(game: Game) -> None:
    """Raise `ApiError` (`game_not_finished`) unless the game was played to its end."""
    if game.status != Game.Status.FINISHED:
        raise ApiError("game_not_finished", "This is for games that were played to their end.")
