"""What cleverness gains: calls made the clever way and the plain way in turns, in one process.

Each call goes through Django's WSGI handler, to a durable PostgreSQL and a Valkey of its own. Blocks of
calls take turns, so that whatever else the machine does meets both ways alike. On a busy machine look at
CPU, not at the time that passed.
"""

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import dataclass
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any

import django
from orjson import dumps, loads

from tideapi.local import up
from tideapi.local.postgres import NAME
from tideapi.local.state import StateFolder
from tideapi.web.wsgi_call import Environ, WsgiAnswer, call_wsgi
from tools.bench import copies
from tools.bench.clients import Failed
from tools.bench.server import Backing

LAST = copies.SEATS - 1
SEEN = 300
"""Games that somebody has seen before, and asks whether they have changed."""
EXPECTED = {"unchanged": 304}
"""With which status a call is answered, where that is not 200."""


@dataclass(frozen=True)
class Cost:
    """Of one call, in milliseconds: what passed, our CPU, and PostgreSQL's."""

    passed: float
    ours: float
    postgres: float

    @property
    def cpu(self) -> float:
        return self.ours + self.postgres


class Calls:
    """A town in which calls of each kind are made, one after the other, in this process."""

    def __init__(self, backing: Backing, games: int) -> None:
        from django.db import connection  # noqa: PLC0415  Django has to be set up before.

        from tideapi.wsgi import start  # noqa: PLC0415

        self.games = games
        self._wsgi, self._connection = start(), connection
        self._db = backing.connect(NAME)
        copies.grow(self._db, games)
        mine = [
            loads(self._ask(self._look((1, seat)), 200).body)["mine"] for seat in range(LAST + 1)
        ]
        self._cards = [one["legal_actions"][0] for one in mine]

    def endless(self, kind: str) -> Iterator[Environ]:
        """Requests of a kind, each to be made once, in this order."""
        kinds: dict[str, Callable[[], Iterator[Environ]]] = {
            "seal": self._seals,
            "advance": self._advances,
            "read": self._reads,
            "unchanged": self._unchanged,
        }
        while True:
            copies.restore(self._db)
            yield from kinds[kind]()

    def cost(self, requests: Sequence[Environ], expected: int) -> Cost:
        """What these calls cost on average. Raises `Failed` where one is answered otherwise."""
        backend = self._connection.connection.info.backend_pid
        passed, ours, theirs = time.perf_counter(), time.process_time(), _cpu(backend)
        for one in requests:
            self._ask(one, expected)
        each = 1000 / len(requests)
        return Cost(
            (time.perf_counter() - passed) * each,
            (time.process_time() - ours) * each,
            (_cpu(backend) - theirs) * each,
        )

    def _seals(self) -> Iterator[Environ]:
        for number in range(1, self.games):
            for seat in range(LAST):
                yield self._card((number, seat))

    def _advances(self) -> Iterator[Environ]:
        pattern = self.games - 1
        for seat in range(LAST):
            self._ask(self._card((pattern, seat)), 200)
        copies.make_like(self._db, pattern, range(1, pattern))
        for number in range(1, pattern):
            yield self._card((number, LAST))

    def _reads(self) -> Iterator[Environ]:
        for number in range(1, self.games):
            yield self._look((number, number % copies.SEATS))

    def _unchanged(self) -> Iterator[Environ]:
        places = [(number, number % copies.SEATS) for number in range(1, min(SEEN, self.games))]
        tags = [dict(self._ask(self._look(one), 200).headers)[b"etag"].decode() for one in places]
        for _ in range(100):
            for place, tag in zip(places, tags, strict=True):
                yield self._look(place, HTTP_IF_NONE_MATCH=tag)

    def _look(self, place: tuple[int, int], **headers: str) -> Environ:
        return self._environ("GET", place, "", b"", headers)

    def _card(self, place: tuple[int, int]) -> Environ:
        body = dumps({"action": self._cards[place[1]]})
        length = {"CONTENT_LENGTH": str(len(body)), "CONTENT_TYPE": "application/json"}
        return self._environ("PUT", place, "/turns/1/submission", body, length)

    def _environ(
        self, method: str, place: tuple[int, int], path: str, body: bytes, headers: dict[str, str]
    ) -> Environ:
        who = copies.token(copies.seated(self.games, *place))
        return {
            "REQUEST_METHOD": method,
            "PATH_INFO": f"/api/v1/games/{copies.game_id(place[0])}{path}",
            "SERVER_NAME": up.HOST,
            "SERVER_PORT": "80",
            "REMOTE_ADDR": up.HOST,
            "HTTP_AUTHORIZATION": f"Bearer {who}",
            "wsgi.url_scheme": "http",
            "wsgi.input": BytesIO(body),
            **headers,
        }

    def _ask(self, environ: Environ, expected: int) -> WsgiAnswer:
        answer = call_wsgi(self._wsgi, environ)
        if answer.status != expected:
            raise Failed(f"{answer.status} instead of {expected}: {answer.body[:500]!r}")
        return answer


def _cpu(pid: int) -> float:
    """Seconds of CPU that a process has used, to the nanosecond: a block of calls is short."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9


def compare(
    calls: Calls,
    kind: str,
    plainly: Callable[[], AbstractContextManager[Any]],
    blocks: int,
    each: int,
) -> list[tuple[Cost, Cost]]:
    """Pairs of blocks of so many calls, each made the clever way and the plain way; who is first changes."""
    requests, expected = calls.endless(kind), EXPECTED.get(kind, 200)
    found = []
    for number in range(blocks + 1):
        pair = dict[bool, Cost]()
        for plain in (False, True) if number % 2 else (True, False):
            some = list(islice(requests, each))
            with plainly() if plain else nullcontext():
                pair[plain] = calls.cost(some, expected)
        found.append((pair[False], pair[True]))
    return found[1:]  # In the first everything is prepared.


def line(name: str, kind: str, pairs: Sequence[tuple[Cost, Cost]]) -> str:
    """Medians of both ways, and what share of the plain call is gained, with its quartiles."""
    cells = [f"{name:<46}{kind:<10}"]
    for what in ("passed", "ours", "postgres"):
        clever, plain = (
            statistics.median(getattr(pair[way], what) for pair in pairs) for way in (0, 1)
        )
        cells.append(f"{clever:7.3f} /{plain:7.3f}")
    gains = [100 * (1 - clever.cpu / plain.cpu) for clever, plain in pairs]
    low, middle, high = statistics.quantiles(gains, n=4)
    return "  ".join([*cells, f"{middle:5.1f} % ({low:.1f} to {high:.1f})"])


def main() -> int:
    """Measure and print; 1 if a measurement failed."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.alternatives", description=__doc__)
    parser.add_argument("--only", default="", help="alternatives with this in their names (all)")
    parser.add_argument("--blocks", type=int, default=40, help="of calls, for each way (40)")
    parser.add_argument("--each", type=int, default=50, help="calls in a block (50)")
    parser.add_argument("--games", type=int, default=3000, help="open games (3000)")
    given = parser.parse_args()
    with ExitStack() as stack:
        calls = Calls(_backing(stack), given.games)
        from tools.bench.plain import ALTERNATIVES  # noqa: PLC0415  Django has to be set up before.

        print(
            f"{'clever / plain, ms a call':<58}{'passed':>16}{'our CPU':>18}{'PostgreSQL':>18}  CPU gained"
        )
        for one in ALTERNATIVES:
            for kind in one.calls if given.only in one.name else ():
                try:
                    pairs = compare(calls, kind, one.plainly, given.blocks, given.each)
                except Failed as failure:
                    print(f"{one.name}, {kind}, has failed: {failure}")
                    return 1
                print(line(one.name, kind, pairs), flush=True)
    return 0


def _backing(stack: ExitStack) -> Backing:
    """The servers, and a database with one game that all others are copies of."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tide-bench-")))
    folder.chmod(0o755)
    backing = Backing(folder, stack)
    # A busy machine may take its time to count.
    env = {**backing.environment(NAME), "TIDE_CACHE_TIMEOUT_SECONDS": "10"}
    up.migrate_database(StateFolder(folder), backing.reaper, env)
    os.environ.update(env, DJANGO_SETTINGS_MODULE="tideapi.settings")
    django.setup()
    from tools.bench import town  # noqa: PLC0415  Django has to be set up before.

    town.found()
    return backing


if __name__ == "__main__":
    sys.exit(main())
