"""Callers, as far as they are known before a token is looked up."""

from collections import OrderedDict
from hashlib import blake2b
from time import monotonic

from django.http import HttpRequest

from common.rest.client import client_address
from tideapi.web.wsgi_call import Environ

KNOWN = 10_000
SHARED = "token from "
"""Prefix of the caller that stands for all players of an address whose tokens are not known yet."""
FOR = 300.0
"""Seconds for which a valid token counts its player as a caller of their own."""


class Callers:
    """The known callers: a player by a token that was valid a moment ago, all others by their address.

    So a client that sends thousands of invented tokens is one caller. This decides about turns for a thread
    only: the call itself authenticates and authorizes its player.
    """

    def __init__(self) -> None:
        self._known: OrderedDict[bytes, tuple[str, float]] = OrderedDict()

    def caller_name(self, environ: Environ) -> str:
        """Return the caller's name, the same for all calls that share a turn."""
        request = HttpRequest()
        request.META = environ
        token = environ.get("HTTP_AUTHORIZATION")
        if token is None:
            return f"address {client_address(request)}"
        player, until = self._known.get(_token_digest(token), ("", 0.0))
        # A player with an unknown token shares the turn of all such calls from the address.
        return player if until > monotonic() else f"{SHARED}{client_address(request)}"

    def learn_player(self, environ: Environ) -> None:
        """Remember the player of a token, from a call that has looked it up."""
        token = environ.get("HTTP_AUTHORIZATION")
        if token is None:
            return
        key, found = _token_digest(token), environ.get("tide.caller")
        self._known.pop(key, None)
        if isinstance(found, tuple):
            self._known[key] = (f"player {found[0].pk}", monotonic() + FOR)
            if len(self._known) > KNOWN:
                self._known.popitem(last=False)


def _token_digest(token: str) -> bytes:
    return blake2b(token.encode("latin-1"), digest_size=16).digest()
