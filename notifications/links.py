"""Addresses of pages in notices."""

from django.urls import reverse

from players.mail.links import to_page

__all__ = ["to_game", "to_page", "to_route"]


def to_route(name: str, *parts: object) -> str:
    """Return the address of the route of this name, for a reader who is elsewhere."""
    return to_page(reverse(name, args=parts))


def to_game(game_id: str) -> str:
    """Return the address of the page of a game."""
    return to_route("table_game", game_id)
