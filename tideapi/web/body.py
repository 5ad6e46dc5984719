"""The body of a call, read in the event loop, so that no thread waits for a client.

Why so: docs/decisions/web-server.md.
"""

import asyncio

from django.conf import settings
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

from common.rest.errors import ApiError
from tideapi.web.asgi import Message, Receive

MAX_MESSAGES = 256
"""Pieces in which a body may come: each costs some 0.05 ms of CPU, however short it is.

A client that sends as little as TCP lets it (536 bytes in a packet) needs 123 for the longest body.
"""


class Gone(Exception):
    """The client has closed the connection before our answer was complete."""


async def read(scope: Message, receive: Receive) -> bytes:
    """Return the whole body.

    A body that comes in chunks is read like any other, up to the same limits. Raises `ApiError`
    (`body_too_large`, `body_too_slow`, `bad_request`): then no other request can follow on the connection.
    """
    headers = dict(scope["headers"])
    length = headers.get(b"content-length")
    if length is None and b"transfer-encoding" not in headers and scope["http_version"] != "2":
        return b""
    if length is not None and (not length.isdigit() or int(length) > settings.TIDE_MAX_BODY_BYTES):
        raise _too_large()
    try:
        async with asyncio.timeout(settings.TIDE_BODY_TIMEOUT_SECONDS):
            return await _read_all(receive)
    except TimeoutError:
        wanted = gettext_lazy("A body has to be there within {seconds:g} seconds.")
        sentence = format_lazy(wanted, seconds=settings.TIDE_BODY_TIMEOUT_SECONDS)
        raise ApiError("body_too_slow", sentence) from None


async def _read_all(receive: Receive) -> bytes:
    parts = bytearray()
    for _ in range(MAX_MESSAGES):
        message = await receive()
        if message["type"] == "http.disconnect":
            # The web server says the same of chunks that it cannot read, and then waits for our answer.
            sentence = gettext_lazy(
                "The body ends before it is complete, or its chunks cannot be read."
            )
            raise ApiError("bad_request", sentence)
        parts += message.get("body", b"")
        if len(parts) > settings.TIDE_MAX_BODY_BYTES:
            raise _too_large()
        if not message.get("more_body", False):
            return bytes(parts)
    wanted = gettext_lazy("A body may come in {most} pieces at most.")
    raise ApiError("bad_request", format_lazy(wanted, most=MAX_MESSAGES))


def _too_large() -> ApiError:
    wanted = gettext_lazy("A body may have {most} bytes at most.")
    return ApiError("body_too_large", format_lazy(wanted, most=settings.TIDE_MAX_BODY_BYTES))
