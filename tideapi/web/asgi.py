"""Types and helpers of ASGI (asgi.readthedocs.io)."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


async def wait_for_close(receive: Receive) -> None:
    """Return when the client has closed the connection."""
    while (await receive())["type"] != "http.disconnect":
        pass


def read_header(scope: Message, name: bytes) -> str:
    """Return the value of a header, empty if it was not sent; of several the last."""
    found: bytes = dict(scope["headers"]).get(name, b"")
    return found.decode("latin-1")
