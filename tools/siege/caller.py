"""HTTP by hand: each call on a connection of its own, from an address of this machine that is chosen.

What a polite library would never do, an attack does with `Caller.connects` and the bytes of `request`.
"""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count
from time import monotonic
from typing import Any

HOST = "127.0.0.1"
PASSWORD = "rock-pool-and-anemone"
PATIENCE = 30.0
"""Seconds after which a call counts as never answered."""
INSISTS = 90.0
"""Seconds in which a call that has to succeed is made again."""

Json = dict[str, Any]


class Unanswered(Exception):
    """There was no answer; the message says why, in few words."""


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    """Names in small letters."""
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def refusal(self) -> str | None:
        """The status and code of what is no good answer."""
        if self.status < 400:
            return None
        try:
            return f"{self.status} {self.json['code']}"
        except (ValueError, KeyError, TypeError):
            return str(self.status)


@dataclass(frozen=True)
class Caller:
    """Somebody who calls from this address, with a token or without."""

    port: int
    source: str
    token: str | None = None
    name: str = ""

    async def connects(
        self, limit: int = 2**16
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection on which nothing was said yet; `limit` is how much is read ahead."""
        return await asyncio.open_connection(
            HOST, self.port, local_addr=(self.source, 0), limit=limit
        )

    def request(
        self, method: str, path: str, body: Json | None = None, *, close: bool = True
    ) -> bytes:
        """All bytes of a call."""
        text = b"" if body is None else json.dumps(body).encode()
        lines = [f"{method} {path} HTTP/1.1", f"Host: {HOST}"]
        lines += [f"Authorization: Bearer {self.token}"] if self.token else []
        lines += ["Content-Type: application/json"] if body is not None else []
        lines += [f"Content-Length: {len(text)}"] if body is not None or method == "POST" else []
        lines += ["Connection: close"] if close else []
        return "\r\n".join([*lines, "", ""]).encode() + text

    async def call(
        self, method: str, path: str, body: Json | None = None, *, within: float = PATIENCE
    ) -> Answer:
        """Make a call once. Raises `Unanswered`."""
        try:
            async with asyncio.timeout(within):
                return await self._call(self.request(method, path, body))
        except TimeoutError:
            raise Unanswered(f"nothing in {within:g} s") from None
        except (OSError, EOFError, ValueError, asyncio.LimitOverrunError) as error:
            raise Unanswered(type(error).__name__) from None

    async def _call(self, request: bytes) -> Answer:
        reader, writer = await self.connects()
        try:
            writer.write(request)
            await writer.drain()
            return await answer(reader)
        finally:
            writer.close()

    async def insists(self, method: str, path: str, body: Json | None = None) -> Answer:
        """Make a call until the server has dealt with it. Raises `Unanswered`."""
        deadline = monotonic() + INSISTS
        while True:
            try:
                said = await self.call(method, path, body)
            except Unanswered:
                if monotonic() > deadline:
                    raise
            else:
                if said.status not in {429, 500, 502, 503} or monotonic() > deadline:
                    return said
            await asyncio.sleep(0.2)

    async def has(self, method: str, path: str, body: Json | None = None) -> Any:
        """The JSON of a call that has to succeed."""
        said = await self.insists(method, path, body)
        if said.refusal:
            raise Unanswered(f"{method} {path}: {said.refusal}")
        return said.json if said.body else None

    async def signs_up(self, name: str) -> "Caller":
        """A new player, of this name and a number."""
        for number in NUMBERS:
            wish = {"username": f"{name}{number}", "password": PASSWORD}
            said = await self.insists("POST", "/api/v1/players", wish)
            if said.refusal is None:
                return replace(self, token=said.json["token"], name=wish["username"])
            if said.status != 409:  # It may be taken by a call of ours that had no answer.
                raise Unanswered(f"nobody can sign up: {said.refusal}")
        raise AssertionError


NUMBERS = count(1)


def addresses(net: int) -> Callable[[], str]:
    """Gives another address of this machine each time, out of 127.net.0.0."""
    numbers = count(1)

    def another() -> str:
        number = next(numbers)
        return f"127.{net}.{number // 250 % 250}.{number % 250 + 1}"

    return another


async def answer(reader: asyncio.StreamReader) -> Answer:
    """Read one answer to its end."""
    head = await reader.readuntil(b"\r\n\r\n")
    first, *rest = head.decode("latin-1").strip().split("\r\n")
    headers = {
        name.lower(): value.strip() for name, _, value in (line.partition(":") for line in rest)
    }
    status = int(first.split()[1])
    if status in {204, 304}:
        return Answer(status, headers, b"")
    if "content-length" in headers:
        return Answer(status, headers, await reader.readexactly(int(headers["content-length"])))
    if headers.get("transfer-encoding") == "chunked":
        return Answer(status, headers, await _chunks(reader))
    return Answer(status, headers, await reader.read())


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    parts = []
    while size := int(await reader.readuntil(b"\r\n"), 16):
        parts.append(await reader.readexactly(size))
        await reader.readexactly(2)
    await reader.readexactly(2)
    return b"".join(parts)
