"""Calls to the attacked server: each on a connection of its own, from an address of this machine."""

import asyncio
import ssl
from dataclasses import dataclass
from random import randrange
from time import monotonic
from typing import Any
from uuid import uuid4

import httpx

HOST = "127.0.0.1"
PASSWORD = "rock-pool-and-anemone"
CALL_TIMEOUT = 30.0
"""Seconds after which a call counts as never answered."""
RETRY_TIMEOUT = 90.0
"""Seconds in which a call that has to succeed is made again."""
OPEN_GAME = {"ruleset": "turn_the_tide", "seat_count": 3}
TLS = ssl.create_default_context()
"""One for all clients: to make it takes longer than a call."""

Json = dict[str, Any]


class Unanswered(Exception):
    """There was no answer, or not the one that had to come; the message says why, in few words."""


@dataclass(frozen=True)
class Caller:
    """A caller at this address, with a token or without."""

    port: int
    source: str
    token: str | None = None
    name: str = ""

    def client(self) -> httpx.AsyncClient:
        """Return a client of one connection, to be closed after a call or two."""
        return httpx.AsyncClient(
            base_url=f"http://{HOST}:{self.port}",
            transport=httpx.AsyncHTTPTransport(local_address=self.source, verify=TLS),
            headers={"Authorization": f"Bearer {self.token}"} if self.token else {},
            timeout=CALL_TIMEOUT,
        )

    async def call(self, method: str, path: str, body: Json | None = None) -> httpx.Response:
        """Make a call once. Raises `Unanswered`."""
        try:
            async with asyncio.timeout(CALL_TIMEOUT), self.client() as client:
                return await client.request(method, path, json=body)
        except TimeoutError:
            raise Unanswered(f"nothing in {CALL_TIMEOUT:g} s") from None
        except httpx.HTTPError as error:
            raise Unanswered(type(error).__name__) from None

    async def require(self, method: str, path: str, body: Json | None = None) -> Any:
        """Return the JSON of a call that has to succeed, made again while the server is busy."""
        deadline = monotonic() + RETRY_TIMEOUT
        while True:
            try:
                answer = await self.call(method, path, body)
                if (problem := refusal(answer)) is None:
                    return answer.json() if answer.content else None
                if answer.status_code not in {429, 500, 502, 503}:
                    deadline = 0.0
            except Unanswered as error:
                problem = str(error)
            if monotonic() > deadline:
                raise Unanswered(f"{method} {path}: {problem}")
            await asyncio.sleep(0.2)

    async def open_game(self, **wish: Any) -> str:
        """Open a game that waits for others, unless bots are wished for; its path."""
        made = await self.require("POST", "/api/v1/games", OPEN_GAME | wish)
        return f"/api/v1/games/{made['id']}"

    def get_request(self, path: str) -> bytes:
        """The bytes of a GET, for those who do with a connection what no library would."""
        who = f"Authorization: Bearer {self.token}\r\n" if self.token else ""
        return f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\n{who}\r\n".encode()


def refusal(answer: httpx.Response) -> str | None:
    """The status and code of an answer that is no good one."""
    if answer.status_code < 400:
        return None
    try:
        return f"{answer.status_code} {answer.json()['code']}"
    except (ValueError, KeyError, TypeError):
        return str(answer.status_code)


async def sign_up(port: int, name: str, source: str) -> Caller:
    """A new player, who will call from this address; accounts are counted by another one."""
    account = {"username": f"{name}-{uuid4().hex[:8]}", "password": PASSWORD}
    made = await Caller(port, random_address(3)).require("POST", "/api/v1/players", account)
    return Caller(port, source, made["token"], account["username"])


def random_address(net: int) -> str:
    """Another address of this machine each time, out of 127.net.0.0."""
    return f"127.{net}.{randrange(250)}.{randrange(1, 250)}"
