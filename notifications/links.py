"""Addresses of pages, as they stand in a notice."""

from django.conf import settings

from games.models import Game


def to_page(path: str = "/") -> str:
    """The address of a page of this server, for somebody who is not there."""
    return f"{settings.TIDE_URL.rstrip('/')}{path}"


def to_game(game: Game) -> str:
    return to_page(f"/game/{game.pk}")
