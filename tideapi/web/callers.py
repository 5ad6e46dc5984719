"""To whom a call counts, as far as that is known before its token is looked up.

Why so: docs/why.md#turns-for-a-thread, docs/why.md#ipv6.
"""

from collections import OrderedDict
from hashlib import blake2b
from time import monotonic

from django.http import HttpRequest

from tideapi.rest.client import address
from tideapi.web.calling import Environ

KNOWN = 10_000
SHARED = "token from "
"""How a caller is named that stands for all players of an address whose tokens are not known yet."""
FOR = 300.0
"""Seconds for which a token that was found good counts its player as a caller of her own."""


class Callers:
    """Tells callers apart: a player by a token that was good a moment ago, all others by their address.

    So somebody who sends thousands of invented tokens is one caller. This decides about turns for a
    thread and nothing else: the call itself finds out who somebody is and what she may do.
    """

    def __init__(self) -> None:
        self._known: OrderedDict[bytes, tuple[str, float]] = OrderedDict()

    def name(self, environ: Environ) -> str:
        """The caller's name: the same for all calls that share a turn."""
        request = HttpRequest()
        request.META = environ
        token = environ.get("HTTP_AUTHORIZATION")
        if token is None:
            return f"address {address(request)}"
        player, until = self._known.get(_digest(token), ("", 0.0))
        # With a token that is not known yet, she shares the turn of all such calls from her address.
        return player if until > monotonic() else f"{SHARED}{address(request)}"

    def learn(self, environ: Environ) -> None:
        """Remember whose token it was, from a call that has looked it up."""
        token = environ.get("HTTP_AUTHORIZATION")
        if token is None:
            return
        key, found = _digest(token), environ.get("tide.caller")
        self._known.pop(key, None)
        if isinstance(found, tuple):
            self._known[key] = (f"player {found[0].pk}", monotonic() + FOR)
            if len(self._known) > KNOWN:
                self._known.popitem(last=False)


def _digest(token: str) -> bytes:
    return blake2b(token.encode("latin-1"), digest_size=16).digest()
