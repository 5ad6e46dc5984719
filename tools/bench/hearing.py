"""A thousand hearers on one process while games are played: how late do they hear, and do they hear all?

A real server, with one process more that holds the streams. Half of the hearers follow the logs of
games, half the feeds of players; every one loses her connection now and then and goes on with
`Last-Event-ID`.
At the end what each has heard is compared with the feed, page by page.
"""

import argparse
import asyncio
import json
import os
import ssl
import statistics
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from http import HTTPStatus
from multiprocessing import get_context
from random import Random
from typing import Any

import httpx

from tests import machine
from tests.running import mortal_server
from tests.servers import FOR_TESTS
from tests.system.flows.client import Person
from tests.system.flows.table import play_out, seated, turn_the_tide
from tideapi.local.up import HOST
from tideapi.local.valkey import free_port

Json = dict[str, Any]
TABLE = 3
TLS = ssl.create_default_context()
"""One for all connections: to make it takes longer than a call."""


@dataclass
class Hearer:
    """One connection at a time; what was heard, and how late."""

    url: str
    token: str | None
    cut: float
    """Seconds after which the connection is cut, on average."""
    heard: list[int] = field(default_factory=list)
    delays: list[float] = field(default_factory=list)
    """Seconds from an event's own time until it was heard, of events since the connection began."""
    connections: int = 0

    async def hear(self, chance: Random) -> None:
        """Until this feed has been heard to its end, or the task is cancelled."""
        while True:
            with suppress(TimeoutError, httpx.TransportError):
                async with asyncio.timeout(chance.expovariate(1 / self.cut)):
                    if await self._hear_once():
                        return
            await asyncio.sleep(chance.random() / 10)

    async def _hear_once(self) -> bool:
        """One connection; True when the server has nothing more to say."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        headers |= {"Last-Event-ID": str(self.heard[-1])} if self.heard else {}
        async with (
            httpx.AsyncClient(timeout=None, verify=TLS) as client,
            client.stream("GET", self.url, headers=headers) as answer,
        ):
            answer.raise_for_status()
            if answer.status_code == HTTPStatus.NO_CONTENT:
                return True
            self.connections += 1
            since = time.time()
            async for line in answer.aiter_lines():
                if line.startswith("data: "):
                    event = json.loads(line[6:])
                    self.heard.append(event["number"])
                    told = datetime.fromisoformat(event["at"]).timestamp()
                    self.delays += [time.time() - told] if told > since else []
        return False


def play_one(url: str, tokens: list[tuple[str, str]], opened: Json, seed: int) -> None:
    """In a process of its own, so that playing does not hold up those who hear."""
    play_out([Person(url, token, name) for token, name in tokens], opened, seed)


async def hear(hearers: list[Hearer], url: str, tables: list[Any], players: int) -> float:
    """Play all games while everybody hears; the seconds that it took."""
    hearing = [
        asyncio.create_task(one.hear(Random(f"hearer {place}")))
        for place, one in enumerate(hearers)
    ]
    while not all(one.connections for one in hearers):
        for ended in (task for task in hearing if task.done()):
            ended.result()
        await asyncio.sleep(0.1)
    say(f"{len(hearers)} hear")
    began = time.monotonic()
    loop = asyncio.get_running_loop()
    with ProcessPoolExecutor(players, mp_context=get_context("spawn")) as pool:
        playing = [
            loop.run_in_executor(pool, play_one, url, people, opened, seed)
            for seed, (people, opened) in enumerate(tables)
        ]
        for done, game in enumerate(asyncio.as_completed(playing), 1):
            await game
            say(f"{done} of {len(tables)} games over, {sum(len(h.heard) for h in hearers)} heard")
    took = time.monotonic() - began
    # Feeds of players do not end: what is still under way has the time of a few looks round.
    await asyncio.sleep(10)
    for task in hearing:
        task.cancel()
    for failure in await asyncio.gather(*hearing, return_exceptions=True):
        if isinstance(failure, Exception):
            raise failure
    return took


def numbers(person: Person, path: str) -> Iterator[int]:
    """Of a whole feed, page by page."""
    after = 0
    while page := person.get(path, after=after, page_size=100)["results"]:
        after = page[-1]["number"]
        yield from (one["number"] for one in page)


def run(count: int, games: int, every: float, players: int) -> dict[str, float]:
    """The whole measurement."""
    with mortal_server() as server:
        server.env |= {
            "TIDE_MAX_STREAMS_PER_CALLER": str(count),
            "TIDE_MAX_STREAMS_PER_PROCESS": str(count),
        }
        port = free_port()
        server.add("streams", "web", "--port", str(port), "--workers", "1")
        server.start()
        people = [Person.signs_up(server.url, f"p{n}") for n in range(games * TABLE)]
        tables, feeds = [], []
        for n in range(games):
            some = people[n * TABLE : (n + 1) * TABLE]
            opened = seated(some, turn_the_tide("amigo"), [])
            tables.append(([(one.token, one.name) for one in some], opened))
            feeds.append((f"/games/{opened['id']}", Person(server.url)))
        feeds += [("/me", one) for one in people]
        hearers, heard = [], []
        for n in range(count):
            # Logs and players' feeds in turn.
            base, who = feeds[n // 2 % games] if n % 2 else feeds[games + n // 2 % len(people)]
            hearers.append(Hearer(f"http://{HOST}:{port}/api/v1{base}/stream", who.token, every))
            heard.append((f"{base}/events", who))
        took = asyncio.run(hear(hearers, server.url, tables, players))
        streams = server.processes["streams"].pid
        megabytes = sum(map(machine.memory, machine.family(streams))) if streams else 0
        true = {(path, who.token): list(numbers(who, path)) for path, who in dict.fromkeys(heard)}
    expected = [true[path, who.token] for path, who in heard]
    both = list(zip(expected, hearers, strict=True))
    delays = sorted(delay for one in hearers for delay in one.delays)
    return {
        "seconds": round(took, 1),
        "messages": sum(len(one.heard) for one in hearers),
        "lost": sum(len({*events} - {*one.heard}) for events, one in both),
        "twice or out of order": sum(one.heard != sorted({*one.heard}) for one in hearers),
        "connections": sum(one.connections for one in hearers),
        "heard live": len(delays),
        "delay, median (ms)": round(1000 * statistics.median(delays), 1),
        "delay, 99 of 100 (ms)": round(1000 * delays[len(delays) * 99 // 100], 1),
        "memory (MB)": round(megabytes),
    }


def say(line: str) -> None:
    """Progress and results, as they come."""
    print(line, flush=True)


def main() -> int:
    """Measure, print the figures; 1 if anything was lost or heard twice."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.hearing", description=__doc__)
    parser.add_argument("--hearers", type=int, default=1000, help="connections (1000)")
    parser.add_argument("--games", type=int, default=20, help="games of three (20)")
    parser.add_argument("--cut", type=float, default=20, help="seconds between two cuts (20)")
    parser.add_argument("--players", type=int, default=4, help="games played at a time (4)")
    options = parser.parse_args()
    for name, value in FOR_TESTS.items():
        os.environ.setdefault(name, value)
    figures = run(options.hearers, options.games, options.cut, options.players)
    for name, figure in figures.items():
        say(f"{name:<24}{figure:>12}")
    return int(bool(figures["lost"] or figures["twice or out of order"]))


if __name__ == "__main__":
    sys.exit(main())
