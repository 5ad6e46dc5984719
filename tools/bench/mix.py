"""Whole turns as people play them: of four cards one closes its turn, and three seats follow by stream."""

import asyncio
import re
from asyncio import StreamReader
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count

from tools.bench import calls
from tools.bench.calls import Action
from tools.bench.copies import SEATS
from tools.bench.load import PATIENCE, Connection, Failed, Load, Result, measure, read_head
from tools.bench.server import MeasuredServer

TABLES = 8
FOLLOWERS = SEATS - 1
TURNS = 6
"""Turns that are played in each game, before the next one is taken."""
OPENED = b'"type":"turn_opened"'


def mix(server: MeasuredServer, seconds: float, seed: str) -> Result:
    """Cards at eight tables of four, all seats of a turn at once."""
    play = Play(server, calls.hands(server))
    tables: list[Callable[[Load], Awaitable[None]]] = [play.take_table] * TABLES
    result = asyncio.run(measure(server, tables, seconds))
    there = server.count("games_submission WHERE by = 'player'")
    if there != result.answered:
        raise Failed(f"{result.answered} cards were played, {there} are there.")
    return result


@dataclass
class Play:
    """The games of one measurement, each with a connection for every seat."""

    server: MeasuredServer
    hands: Sequence[Sequence[Action]]
    """The cards of each seat, the same in every copy."""
    games: Iterator[int] = field(default_factory=lambda: count(1))

    async def take_table(self, load: Load) -> None:
        """Play one game after the other; the next turn begins when all who follow know that it has."""
        seats = [await load.connect() for _ in range(SEATS)]
        while not load.over:
            game = next(self.games)
            followers = [await load.connect() for _ in range(FOLLOWERS)]
            for seat, (reader, writer) in enumerate(followers):
                writer.write(calls.stream(self.server, (game, seat)))
                await read_head(reader)
            turn, asked = 0, [*range(SEATS)]
            while asked and turn < TURNS:
                turn += 1
                cards = asyncio.gather(
                    *(self._seal(load, seats[one], (game, one), turn) for one in asked)
                )
                heard = asyncio.gather(*(_read_asked(reader) for reader, _ in followers))
                async with asyncio.timeout(PATIENCE):
                    _, (asked, *_) = await asyncio.gather(cards, heard)
            for _, writer in followers:
                writer.close()
        for _, writer in seats:
            writer.close()

    async def _seal(self, load: Load, seat: Connection, place: calls.Place, turn: int) -> None:
        card = self.hands[place[1]][turn - 1]
        await load.call(seat, calls.seal_request(self.server, place, card, turn))


async def _read_asked(reader: StreamReader) -> list[int]:
    """Read a stream up to the next turn, and return the seats that it asks; none in another stage."""
    await reader.readuntil(OPENED)
    told = await reader.readuntil(b"\n\n")
    found = re.search(rb'"asked":\[([0-9,]+)\]', told)
    return [*map(int, found[1].split(b","))] if found and b'"stage":1,' in told else []
