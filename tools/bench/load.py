"""Clients that call a server as fast as it answers: each sends its next request when it has its answer."""

import asyncio
import time
from asyncio import StreamReader, StreamWriter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from tideapi.local.up import HOST
from tools.bench.server import MeasuredServer

WARM_UP = 1.0
PATIENCE = 60.0
"""Seconds without an answer after which the run has failed."""
Connection = tuple[StreamReader, StreamWriter]


class Failed(Exception):
    """A measurement that measured something else; the message says what."""


@dataclass(frozen=True)
class Result:
    """Answers a second, milliseconds until an answer, and milliseconds of CPU for each of them."""

    rate: float
    p50: float
    p99: float
    cpu: dict[str, float]
    answered: int
    """With those of the warm-up."""


@dataclass
class Load:
    """The clients of one measurement."""

    server: MeasuredServer
    took: list[float] = field(default_factory=list)
    """Seconds until each answer."""
    over: bool = False

    async def connect(self) -> Connection:
        return await asyncio.open_connection(HOST, self.server.port)

    async def call(self, connection: Connection, request: bytes, expected: bytes = b"200") -> None:
        """Make a call, and note how long it took. Raises `Failed` for another status."""
        reader, writer = connection
        began = time.perf_counter()
        writer.write(request)
        async with asyncio.timeout(PATIENCE):
            await reader.readexactly(await read_head(reader, expected))
        self.took.append(time.perf_counter() - began)


async def read_head(reader: StreamReader, expected: bytes = b"200") -> int:
    """Read the head of an answer, and return the length of its body. Raises `Failed` for another status."""
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    if head[9:12] != expected:
        raise Failed(f"{head.decode()}\n{await reader.read(500)!r}")
    _, _, rest = head.partition(b"content-length:")
    return int(rest.partition(b"\r\n")[0] or 0)


async def measure(
    server: MeasuredServer, clients: Sequence[Callable[[Load], Awaitable[None]]], seconds: float
) -> Result:
    """Let all of them call for so many seconds; each ends by itself when the load is over."""
    load = Load(server)
    async with asyncio.TaskGroup() as tasks:
        for client in clients:
            tasks.create_task(_run(client, load))
        await asyncio.sleep(WARM_UP)
        warm, before, began = len(load.took), server.cpu(), time.perf_counter()
        await asyncio.sleep(seconds)
        passed, after = time.perf_counter() - began, server.cpu()
        took = sorted(load.took[warm:])
        load.over = True
    if len(took) < 10:
        raise Failed(f"Only {len(took)} answers in {passed:.1f} s: more games are needed.")
    cpu = {name: 1000 * (after[name] - before[name]) / len(took) for name in after}
    p50, p99 = (1000 * took[len(took) * percent // 100] for percent in (50, 99))
    return Result(len(took) / passed, p50, p99, cpu, len(load.took))


async def _run(client: Callable[[Load], Awaitable[None]], load: Load) -> None:
    try:
        await client(load)
    except (EOFError, OSError) as error:
        raise Failed(f"A client hears nothing more: {error!r}") from None
