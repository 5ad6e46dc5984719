"""Addresses of this server's pages in mails and other notices.

They come from `TIDE_URL` alone: the client chooses the `Host` of a request.
"""

from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse


def to_page(path: str = "/") -> str:
    """Return the address of a page of this server, for a reader who is elsewhere."""
    return f"{settings.TIDE_URL.rstrip('/')}{path}"


def to_route(name: str, *parts: object) -> str:
    """Return the address of the page with this route."""
    return to_page(reverse(name, args=parts))


def to_game(game_id: str) -> str:
    """Return the address of the page of a game."""
    return to_route("table_game", game_id)


def server_host() -> str:
    """Return the name of this server in letters: the host of `TIDE_URL`, and its port if it has one."""
    return urlsplit(settings.TIDE_URL).netloc
