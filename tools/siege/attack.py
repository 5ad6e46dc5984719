"""An attack in a process of its own: what it is given, what it does, and what it leaves behind."""

import asyncio
import resource
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from time import monotonic

from tools.siege.caller import HOST, Caller, Json, Unanswered, random_address, refusal, sign_up

ATTACKER = "127.0.0.9"
"""Where attacks come from that do not say otherwise."""


@dataclass(frozen=True)
class Figure:
    """What was measured of one attack besides calls; above `most` it has failed."""

    name: str
    value: float
    most: float = inf


@dataclass
class Report:
    """When an attack began, what it has done and what came of it, and what others had of it."""

    began: float = inf
    counts: Counter[str] = field(default_factory=Counter)
    figures: list[Figure] = field(default_factory=list)


@dataclass
class Siege:
    """What an attack stands on."""

    port: int
    seconds: float
    player: Caller
    """The other player, who sits in a game in which something happens all the time."""
    report: Report = field(default_factory=Report)

    @property
    def counts(self) -> Counter[str]:
        return self.report.counts

    @property
    def stranger(self) -> Caller:
        return Caller(self.port, ATTACKER)

    @property
    def another_stranger(self) -> Caller:
        """A stranger from an address of the attacker's that was not used yet."""
        return Caller(self.port, random_address(9))

    async def sign_up(self, name: str) -> Caller:
        return await sign_up(self.port, name, ATTACKER)

    async def crowd(
        self,
        many: int,
        act: Callable[[int], Awaitable[None]],
        *,
        pause: float = 0.2,
        a_second: float = inf,
    ) -> None:
        """Have so many at a time do this, each again after a pause, until the attack is over.

        At first so many begin in a second. At the end all connections are dropped at once.
        """
        self.report.began = monotonic()

        async def repeat(place: int) -> None:
            await asyncio.sleep(place / a_second)
            while True:
                self.counts["begun"] += 1
                try:
                    await act(place)
                except Unanswered as error:
                    self.counts[str(error)] += 1
                except (OSError, EOFError, ValueError) as error:
                    self.counts[type(error).__name__] += 1
                await asyncio.sleep(pause)

        with suppress(TimeoutError):
            async with asyncio.timeout(self.seconds):
                await asyncio.gather(*(repeat(place) for place in range(many)))

    async def call(
        self, caller: Caller, method: str, path: str, body: Json | None = None
    ) -> Json | None:
        """Make a call and count what came; its JSON where it was granted."""
        answer = await caller.call(method, path, body)
        problem = refusal(answer)
        self.counts[problem or str(answer.status_code)] += 1
        is_json = answer.headers.get("content-type", "").startswith("application/json")
        return answer.json() if problem is None and is_json else None

    async def hold(self, caller: Caller, sent: bytes, drip: bytes = b"") -> None:
        """Open a connection, send this, then a drip every second, and read until the server hangs up."""
        reader, writer = await asyncio.open_connection(
            HOST, self.port, local_addr=(caller.source, 0)
        )
        dripping = asyncio.create_task(_keep_dripping(writer, drip))
        try:
            writer.write(sent)
            status = await reader.readline()
            self.counts[status[9:12].decode() or "cut without a word"] += 1
            while await reader.read(2**16):
                pass
            self.counts["ended"] += 1
        finally:
            dripping.cancel()
            writer.close()


async def _keep_dripping(writer: asyncio.StreamWriter, drip: bytes) -> None:
    while drip and not writer.is_closing():
        await asyncio.sleep(1)
        writer.write(drip)


def run(
    attack: Callable[[Siege], Awaitable[None]], port: int, seconds: float, player: Caller
) -> Report:
    """Make an attack, in the process that calls this."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))

    async def go() -> Report:
        siege = Siege(port, seconds, player)
        await attack(siege)
        return siege.report

    return asyncio.run(go())
