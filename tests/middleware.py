"""The middleware that all clients of a process share: making it lists all static files, which takes 50 ms."""

from functools import cache
from typing import Any

from django.conf import settings
from django.core.handlers.base import BaseHandler
from django.test import client


class Handler(client.ClientHandler):
    """Django's handler of a test client, with the shared middleware."""

    def load_middleware(self, is_async: bool = False) -> None:
        vars(self).update(_load(settings.WHITENOISE_AUTOREFRESH))


@cache
def _load(autorefresh: bool) -> dict[str, Any]:
    """Return what a handler keeps of its middleware; WhiteNoise reads the setting when it is made."""
    handler = BaseHandler()
    handler.load_middleware()
    return vars(handler)


def share() -> None:
    """Have each client that is made from now on use the shared middleware."""
    client.ClientHandler = Handler  # type: ignore[misc]
