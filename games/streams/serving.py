"""An ASGI application that answers calls by WSGI, and goes on sending where the answer is a stream."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import aclosing
from typing import Any

from a2wsgi import WSGIMiddleware
from django.conf import settings

from games.streams.hub import Hub, Place

log = logging.getLogger(__name__)

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

HUB = "tide.hub"
"""Where a call finds the hub of the process that can go on sending, in the ASGI scope."""
PLACE = "tide.place"
"""Where it leaves the place that it has taken."""
STALLED = 60.0
"""Seconds in which a hearer takes nothing, after which the connection is given up."""


class Application:
    """Calls go to `wsgi`, in threads; a call that has taken a place in the hub is a stream."""

    def __init__(self, wsgi: Any) -> None:
        self._calls = WSGIMiddleware(wsgi, workers=settings.TIDE_THREADS)
        self._hub = Hub()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].endswith("/stream"):
            await self._calls(scope, _coroutine(receive), send)  # type: ignore[arg-type]
            return
        scope[HUB] = self._hub
        answer = await self._answer(scope)
        place: Place | None = scope.get(PLACE)
        if place is None:
            for message in answer:
                await send(message)
            return
        try:
            await self._stream(answer[0], place, receive, send)
        finally:
            self._hub.leave(place)

    async def _answer(self, scope: Message) -> list[Message]:
        """What the call answers. No body is read: the calls that stream have none."""
        said: list[Message] = []

        async def keep(message: Message) -> None:
            said.append(message)

        async def nothing() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        try:
            await self._calls(scope, nothing, keep)  # type: ignore[arg-type]
        except BaseException:
            if PLACE in scope:
                self._hub.leave(scope[PLACE])
            raise
        return said

    async def _stream(self, start: Message, place: Place, receive: Receive, send: Send) -> None:
        headers = [one for one in start["headers"] if one[0].lower() != b"content-length"]
        await send({**start, "headers": headers})
        async with aclosing(self._hub.messages(place)) as messages:
            sending = asyncio.create_task(_send_all(messages, send))
            gone = asyncio.create_task(_gone(receive))
            try:
                await asyncio.wait({sending, gone}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                gone.cancel()
                sending.cancel()
                outcome = await asyncio.gather(sending, gone, return_exceptions=True)
        for failure in outcome:
            if isinstance(failure, Exception):
                log.warning("A stream of %s ends: %s", place.feed, type(failure).__name__)


def _coroutine(receive: Receive) -> Receive:
    """The same: a2wsgi hands it from thread to loop, which is possible with coroutines only."""

    async def receives() -> Message:
        return await receive()

    return receives


async def _send_all(messages: AsyncIterator[bytes], send: Send) -> None:
    async for some in messages:
        async with asyncio.timeout(STALLED):
            await send({"type": "http.response.body", "body": some, "more_body": True})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _gone(receive: Receive) -> None:
    """Return when the client has closed the connection."""
    while (await receive())["type"] != "http.disconnect":
        pass
