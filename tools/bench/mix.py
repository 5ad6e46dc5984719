"""Whole turns as people play them: of four cards one closes its turn, and three seats follow by stream."""

import asyncio
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
CLOSED = b'"type":"turn_closed"'
WARM_UP = 1.0
Turn = list[tuple[int, calls.Action]]
"""The seats that are asked, each with its card."""


def mix(bench: Bench) -> Iterator[Row]:
    """Cards a second at as many tables as the peer has, all seats of a turn at once."""
    town = bench.usual
    turns = _turns(town)
    ours, theirs = list[Result](), list[float]()
    for _ in bench.rounds:
        town.restore()
        ours.append(asyncio.run(Play(town, turns).result(bench.options.seconds)))
        there = town.count("games_submission WHERE by = 'player'")
        if there != ours[-1].answered:
            raise Failed(f"{ours[-1].answered} cards were played, {there} are there.")
        bench.say(f"mix: {ours[-1].rate:.0f}/s")
        theirs += bench.peers_moves()
    name = f"{harness.TABLES} tables"
    against = (harness.NAME, theirs) if theirs else ("", [])
    yield Row("mix", name, "/s", rates(ours), *against, at_least=2 if theirs else None)
    yield from costs("mix", name, ours)


def _turns(town: Town) -> list[Turn]:
    """Play in one copy what is then played in all others, which hold the same cards."""
    town.restore()
    people = [calls.person(town, (1, seat)) for seat in range(copies.SEATS)]
    turns = list[Turn]()
    for number in range(1, TURNS + 1):
        mine = [one.sees(copies.game_id(1))["mine"] for one in people]
        legal = [(seat, one["legal_actions"]) for seat, one in enumerate(mine)]
        turns.append([(seat, actions[0]) for seat, actions in legal if actions])
        for seat, action in turns[-1]:
            people[seat].seals(copies.game_id(1), number, action)
    return turns


@dataclass
class Play:
    """The tables of one measurement, each with a connection for every seat."""

    town: Town
    turns: Sequence[Turn]
    took: list[float] = field(default_factory=list)
    """Seconds until each card was acknowledged."""
    games: Iterator[int] = field(default_factory=lambda: count(2))
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
        await asyncio.gather(*tables)
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
            for number, turn in enumerate(self.turns, 1):
                cards = [
                    self._seals(*seats[seat], calls.seal(self.town, (game, seat), card, number))
                    for seat, card in turn
                ]
                heard = [reader.readuntil(CLOSED) for reader, _ in followers]
                async with asyncio.timeout(PATIENCE):
                    await asyncio.gather(*cards, *heard)
            for _, writer in followers:
                writer.close()
        for _, writer in seats:
            writer.close()

    async def _seals(self, reader: StreamReader, writer: StreamWriter, request: bytes) -> None:
        began = time.perf_counter()
        writer.write(request)
        await reader.readexactly(await _head(reader))
        self.took.append(time.perf_counter() - began)

    async def _connected(self) -> tuple[StreamReader, StreamWriter]:
        return await asyncio.open_connection(HOST, self.town.server.port)

    def _cpu(self) -> dict[str, float]:
        counted = {"server": self.town.server.pid, "PostgreSQL": self.town.backing.pid}
        used = {name: machine.cpu(pid) for name, pid in counted.items()}
        return {**used, "clients": time.process_time()}


async def _head(reader: StreamReader) -> int:
    """Read the head of a good answer, and return the length of its body. Raises `Failed` for a bad one."""
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    if head[9:12] != b"200":
        raise Failed(f"{head.decode()}\n{await reader.read(500)!r}")
    _, _, rest = head.partition(b"content-length:")
    return int(rest.partition(b"\r\n")[0] or 0)
