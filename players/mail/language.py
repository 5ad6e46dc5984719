"""The language of mail to a player."""

from collections.abc import Callable

from django.utils.translation import get_language

from players.models import Player

_chosen: list[Callable[[Player], str | None]] = []


def chosen_by(ask: Callable[[Player], str | None]) -> None:
    """Register a function that returns the language a player has chosen, or None."""
    _chosen.append(ask)


def language_of(player: Player) -> str:
    """Return the language that the player has chosen, else the active one."""
    found = (language for ask in _chosen if (language := ask(player)))
    return next(found, None) or get_language() or "en"
