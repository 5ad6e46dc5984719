"""In which language a player is written to."""

from collections.abc import Callable

from django.utils.translation import get_language

from players.models import Player

_chosen: list[Callable[[Player], str | None]] = []


def chosen_by(ask: Callable[[Player], str | None]) -> None:
    """Have somebody asked which language a player has chosen; None where she has chosen none."""
    _chosen.append(ask)


def language_of(player: Player) -> str:
    """The language that she has chosen; else that of the page from which she is written to."""
    found = (language for ask in _chosen if (language := ask(player)))
    return next(found, None) or get_language() or "en"
