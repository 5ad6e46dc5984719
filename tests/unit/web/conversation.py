"""Somebody at an ASGI application, who says and takes no more than a test wants."""

import asyncio
import json
from collections.abc import Iterable
from typing import Any

from tideapi.web.asgi import Message

Json = dict[str, Any]


class Client:
    """One call. `sends` are the parts of its body; after them it is silent, or `leaves`.

    It takes so many messages of the answer and then nothing more; None for all. Between two it `rests` for so
    many seconds.
    """

    def __init__(
        self,
        *headers: tuple[bytes, bytes],
        method: str = "POST",
        sends: Iterable[bytes] = (),
        leaves: bool = False,
        takes: int | None = None,
        rests: float = 0.0,
        address: str = "192.0.2.1",
        path: str = "/api/v1/games",
    ) -> None:
        self.scope: Message = {
            "type": "http",
            "method": method,
            "http_version": "1.1",
            "path": path,
            "query_string": b"",
            "headers": list(headers),
            "server": ("127.0.0.1", "8000"),
            "client": (address, "5000"),
        }
        self._parts = list(sends)
        self._leaves = leaves
        self._takes = takes
        self._rests = rests
        self.said: list[Message] = []

    async def receive(self) -> Message:
        if self._parts:
            return {"type": "http.request", "body": self._parts.pop(0), "more_body": True}
        if not self._leaves:
            await asyncio.Event().wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        if self._takes is not None and len(self.said) >= self._takes:
            await asyncio.Event().wait()
        await asyncio.sleep(self._rests)
        self.said.append(message)

    def calls(self, application: Any) -> None:
        """Make the call, and return when nothing is left to do of it."""

        asyncio.run(self.asks(application))

    async def asks(self, application: Any) -> None:
        async with asyncio.timeout(60):
            await application(self.scope, self.receive, self.send)

    @property
    def unsent_parts(self) -> int:
        """Parts of the body that the application has not taken."""
        return len(self._parts)

    @property
    def status(self) -> int | None:
        return int(self.said[0]["status"]) if self.said else None

    @property
    def headers(self) -> dict[bytes, bytes]:
        return dict(self.said[0]["headers"])

    @property
    def body(self) -> bytes:
        return b"".join(message["body"] for message in self.said[1:])

    @property
    def problem(self) -> Json:
        made: Json = json.loads(self.body)
        return made
