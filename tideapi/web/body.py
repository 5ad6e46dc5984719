"""The body of a call, read in the event loop, so that no thread waits for a client that does not send it.

Why so: docs/why.md#body-before-call.
"""

import asyncio

from django.conf import settings

from games.rules.refusal import Refusal
from tideapi.web.asgi import Message, Receive


class Gone(Exception):
    """The client has closed the connection before its request or our answer was complete."""


async def read(scope: Message, receive: Receive) -> bytes:
    """The whole body. Raises `Refusal` (`body_too_large`, `body_too_slow`) and `Gone`.

    A body that comes in chunks is read like any other, up to the same limit.
    """
    headers = dict(scope["headers"])
    length = headers.get(b"content-length")
    if length is None and b"transfer-encoding" not in headers and scope["http_version"] != "2":
        return b""
    if length is not None and (not length.isdigit() or int(length) > settings.TIDE_MAX_BODY):
        raise _too_large()
    try:
        async with asyncio.timeout(settings.TIDE_BODY_SECONDS):
            return await _all(receive)
    except TimeoutError:
        wanted = f"A body has to be there within {settings.TIDE_BODY_SECONDS:g} seconds."
        raise Refusal("body_too_slow", wanted) from None


async def _all(receive: Receive) -> bytes:
    parts = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Gone
        parts += message.get("body", b"")
        if len(parts) > settings.TIDE_MAX_BODY:
            raise _too_large()
        if not message.get("more_body", False):
            return bytes(parts)


def _too_large() -> Refusal:
    return Refusal("body_too_large", f"A body may have {settings.TIDE_MAX_BODY} bytes at most.")
