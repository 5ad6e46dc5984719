"""Addresses of pages, as they stand in a notice."""

from games.models import Game
from players.mail.links import to_page

__all__ = ["to_game", "to_page"]


def to_game(game: Game) -> str:
    return to_page(f"/game/{game.pk}")
