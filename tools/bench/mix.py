"""Whole turns as people play them: of four cards one closes its turn, and three seats follow by stream."""

import asyncio
import re
import time
from asyncio import StreamReader, StreamWriter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count

from tideapi.local.up import HOST
from tools.bench import calls, copies, machine
from tools.bench.bench import Bench
from tools.bench.clients import PATIENCE, Failed, Result, result
from tools.bench.costs import costs, rates
from tools.bench.server import Town
from tools.bench.table import Row
from tools.peers import harness

FOLLOWERS = copies.SEATS - 1
TURNS = 6
"""Turns that are played in each game, before the next one is taken."""
OPENED = b'"type":"turn_opened"'
WARM_UP = 1.0
Connection = tuple[StreamReader, StreamWriter]


def mix(bench: Bench) -> Iterator[Row]:
    """Cards a second at as many tables as the peer has, all seats of a turn at once."""
    town = bench.usual
    town.restore()
    people = [calls.person(town, (1, seat)) for seat in range(copies.SEATS)]
    hands = [one.sees(copies.game_id(1))["mine"]["legal_actions"] for one in people]
    ours, theirs = list[Result](), list[float]()
    for _ in bench.rounds:
        town.restore()
        ours.append(asyncio.run(Play(town, hands).result(bench.options.seconds)))
        there = town.count("games_submission WHERE by = 'player'")
        if there != ours[-1].answered:
            raise Failed(f"{ours[-1].answered} cards were played, {there} are there.")
        bench.say(f"mix: {ours[-1].rate:.0f}/s")
        theirs += bench.peers_moves()
    name = f"{harness.TABLES} tables of {copies.SEATS}"
    against = (harness.NAME, theirs) if theirs else ("", [])
    yield Row("mix", name, "/s", rates(ours), *against, at_least=2 if theirs else None)
    yield from costs("mix", name, ours)


@dataclass
class Play:
    """The tables of one measurement, each with a connection for every seat."""

    town: Town
    hands: Sequence[Sequence[calls.Action]]
    """The cards of each seat, the same in every copy."""
    took: list[float] = field(default_factory=list)
    """Seconds until each card was acknowledged."""
    games: Iterator[int] = field(default_factory=lambda: count(1))
    over: bool = False

    async def result(self, seconds: float) -> Result:
        """Play for so many seconds. Raises `Failed`."""
        tables = [asyncio.create_task(self._table()) for _ in range(harness.TABLES)]
        await asyncio.sleep(WARM_UP)
        warm, before, began = len(self.took), self._cpu(), time.perf_counter()
        await asyncio.sleep(seconds)
        passed, after = time.perf_counter() - began, self._cpu()
        took = self.took[warm:]
        self.over = True
        try:
            await asyncio.gather(*tables)
        except (EOFError, OSError) as error:
            raise Failed(f"A table hears nothing more: {error!r}") from None
        used = {name: after[name] - before[name] for name in after}
        return result(took, used, len(self.took), passed)

    async def _table(self) -> None:
        """Play one game after the other; the next turn begins when all who follow know that it has."""
        seats = [await self._connected() for _ in range(copies.SEATS)]
        while not self.over:
            game = next(self.games)
            followers = [await self._connected() for _ in range(FOLLOWERS)]
            for seat, (reader, writer) in enumerate(followers):
                writer.write(calls.stream(self.town, (game, seat)))
                await _head(reader)
            turn, asked = 0, [*range(copies.SEATS)]
            while asked and turn < TURNS:
                turn += 1
                cards = asyncio.gather(
                    *(self._seal(seats[one], (game, one), turn) for one in asked)
                )
                heard = asyncio.gather(*(_asked(reader) for reader, _ in followers))
                async with asyncio.timeout(PATIENCE):
                    _, (asked, *_) = await asyncio.gather(cards, heard)
            for _, writer in followers:
                writer.close()
        for _, writer in seats:
            writer.close()

    async def _seal(self, seat: Connection, place: calls.Place, turn: int) -> None:
        reader, writer = seat
        began = time.perf_counter()
        writer.write(calls.seal(self.town, place, self.hands[place[1]][turn - 1], turn))
        await reader.readexactly(await _head(reader))
        self.took.append(time.perf_counter() - began)

    async def _connected(self) -> Connection:
        return await asyncio.open_connection(HOST, self.town.server.port)

    def _cpu(self) -> dict[str, float]:
        counted = {"server": self.town.server.pid, "PostgreSQL": self.town.backing.pid}
        used = {name: machine.cpu(pid) for name, pid in counted.items()}
        return {**used, "clients": time.process_time()}


async def _asked(reader: StreamReader) -> list[int]:
    """Read a stream up to the next turn, and return the seats that it asks; none if the stage is another."""
    await reader.readuntil(OPENED)
    told = await reader.readuntil(b"\n\n")
    found = re.search(rb'"asked":\[([0-9,]+)\]', told)
    return [*map(int, found[1].split(b","))] if found and b'"stage":1,' in told else []


async def _head(reader: StreamReader) -> int:
    """Read the head of a good answer, and return the length of its body. Raises `Failed` for a bad one."""
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    if head[9:12] != b"200":
        raise Failed(f"{head.decode()}\n{await reader.read(500)!r}")
    _, _, rest = head.partition(b"content-length:")
    return int(rest.partition(b"\r\n")[0] or 0)
