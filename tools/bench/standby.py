"""What a standby that is read spares the primary: the same calls with it and without it, in turns.

    python -m tools.bench.standby [--blocks 12] [--each 40] [--games 20000]

Calls of a stranger, made in this process to a PostgreSQL of its own with a standby. What counts is the
processor time of one call in PostgreSQL's own processes, on a busy machine too.
"""

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any

import django

from tideapi.local import up
from tideapi.local.postgres import NAME, Postgres
from tideapi.local.state import StateFolder
from tideapi.web.wsgi_call import call_wsgi
from tools.bench.server import Backing
from tools.cluster import standby as following

PARTS = ("/record", "/events", "/events?page_size=100", "/stages", "/turns/3")
LISTS = ("?status=open", "?status=finished")
NUMBERED = (
    "players_player",
    *(f"games_{name}" for name in ("seat", "turn", "log", "submission")),
)
"""Tables whose copied rows have ids that no sequence knows of."""
FEW = 500
"""Tables that are open."""


@dataclass(frozen=True)
class Cost:
    """Milliseconds of processor time of one call: ours, the primary's, the standby's."""

    ours: float
    primary: float
    standby: float


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.bench.standby", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--blocks", type=int, default=12, help="of calls, for each way (12)")
    parser.add_argument("--each", type=int, default=40, help="calls in a block (40)")
    parser.add_argument(
        "--games", type=int, default=20_000, help="games that lie there besides (20000)"
    )
    given = parser.parse_args()
    with ExitStack() as stack:
        paths = _town(stack, given.games)
        print(
            f"{'ms of CPU a call, without and with a standby':<46}{'ours':>15}{'primary':>15}{'standby':>9}"
        )
        for name, path in paths:
            print(_line(name, list(_pairs(path, given.blocks, given.each))), flush=True)
    return 0


def _town(stack: ExitStack, games: int) -> list[tuple[str, str]]:
    """A primary with many games and a standby that follows it; the calls by their names."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tide-bench-")))
    folder.chmod(0o755)
    backing = Backing(folder, stack)
    env = {**backing.environment(NAME), "TIDE_CACHE_TIMEOUT_SECONDS": "10"}
    up.migrate_database(StateFolder(folder), backing.reaper, env)
    follower = Postgres(folder, backing.reaper, name="standby")
    stack.callback(follower.stop)
    following.follow(follower, backing.postgres)
    os.environ.update(env, DJANGO_SETTINGS_MODULE="tideapi.settings", TIDE_STANDBY_URL=follower.url)
    django.setup()
    found = dict[str, str]()
    from games import archiving  # noqa: PLC0415  Django has to be set up before.
    from tools.bench import town  # noqa: PLC0415
    from tools.weigh import played  # noqa: PLC0415

    town.fill(games)
    with backing.connect(NAME) as db:
        for table in NUMBERED:
            db.execute(
                f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), max(id)) FROM {table}".encode()
            )
        few = b"SELECT id FROM games_game WHERE status = 'running' LIMIT %s"
        db.execute(b"UPDATE games_game SET status = 'open' WHERE id IN (" + few + b")", [FEW])
    people = played.people(4)
    for name in ("turn_the_tide", "high_tide"):
        for kind in (name, f"{name}, archived"):
            found[kind] = played.opened(name, people)
            played.play(found[kind], Random(1))
        archiving.archive_game(found[f"{name}, archived"])
    with backing.connect(NAME) as db:
        db.execute("VACUUM ANALYZE")
    _sweeps(stack, backing, follower)
    of_games = [
        (f"{name} {part}", f"/{game}{part}") for name, game in found.items() for part in PARTS
    ]
    return [*of_games, *((f"list {one}", one) for one in LISTS)]


def _sweeps(stack: ExitStack, backing: Backing, follower: Postgres) -> None:
    """Write down again and again that there was a sweep; return when the standby knows of one."""
    ended = Event()

    def sweep() -> None:
        with backing.connect(NAME) as db:
            while not ended.wait(0.5):
                db.execute(
                    "INSERT INTO games_heartbeat (name, at, seconds) VALUES ('sweep', clock_timestamp(), 0)"
                    " ON CONFLICT (name) DO UPDATE SET at = excluded.at"
                )

    thread = Thread(target=sweep)
    thread.start()
    stack.callback(thread.join)
    stack.callback(ended.set)
    known = "SELECT EXISTS (SELECT FROM games_heartbeat)"
    following.wait_until(
        lambda: following.ask(follower, known), lambda: "The standby does not follow."
    )


def _pairs(path: str, blocks: int, each: int) -> Iterator[tuple[Cost, Cost]]:
    """Costs without and with the standby, of blocks in turns; the first pair only prepares everything."""
    for number in range(blocks + 1):
        pair = {
            way: _cost(path, each, read=way) for way in ((True, False), (False, True))[number % 2]
        }
        if number:
            yield pair[False], pair[True]


def _cost(path: str, each: int, *, read: bool) -> Cost:
    from django.db import connections  # noqa: PLC0415  Django has to be set up before.

    from tideapi.db import standby  # noqa: PLC0415
    from tideapi.wsgi import application  # noqa: PLC0415

    if read:
        connections[standby.ALIAS].ensure_connection()
    connections["default"].ensure_connection()
    there: Any = standby
    exists, there.exists = there.exists, lambda: read
    before = (time.process_time(), _cpu(connections["default"]), _cpu(connections[standby.ALIAS]))
    try:
        for _ in range(each):
            answer = call_wsgi(application, _environ(path))
            assert answer.status == 200, answer
    finally:
        there.exists = exists
    after = (time.process_time(), _cpu(connections["default"]), _cpu(connections[standby.ALIAS]))
    return Cost(*(1000 * (then - first) / each for first, then in zip(before, after, strict=True)))


def _environ(path: str) -> dict[str, Any]:
    where, _, query = path.partition("?")
    return {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": f"/api/v1/games{where}",
        "QUERY_STRING": query,
        "SERVER_NAME": up.HOST,
        "SERVER_PORT": "80",
        "REMOTE_ADDR": up.HOST,
        "wsgi.url_scheme": "http",
        "wsgi.input": BytesIO(b""),
    }


def _cpu(connection: Any) -> float:
    """Seconds of CPU that PostgreSQL's process for a connection has used."""
    if connection.connection is None:
        return 0.0
    pid = connection.connection.info.backend_pid
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9


def _line(name: str, pairs: list[tuple[Cost, Cost]]) -> str:
    """Medians, and what share the primary is spared, with its quartiles."""
    cells = [f"{name:<46}"]
    for what in ("ours", "primary"):
        without, with_it = (
            statistics.median(getattr(pair[way], what) for pair in pairs) for way in (0, 1)
        )
        cells.append(f"{without:6.2f} /{with_it:6.2f}")
    cells.append(f"{statistics.median(pair[1].standby for pair in pairs):7.2f}")
    spared = [100 * (1 - with_it.primary / without.primary) for without, with_it in pairs]
    low, middle, high = statistics.quantiles(spared, n=4)
    return "  ".join([*cells, f"spared {middle:4.1f} % ({low:.1f} to {high:.1f})"])


if __name__ == "__main__":
    sys.exit(main())
