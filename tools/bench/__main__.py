"""How fast the server is, each figure beside its limit or peer, measured in turns in the same run.

PostgreSQL is durable, the API runs as `make up` and docker/ start it, and everything is on this machine.
Figures are medians of the rounds; on a machine that others use too, look at the ratios and their range. A
million games take 15 GB of disk while it runs.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path

import django

from tideapi.local import up
from tideapi.local.postgres import NAME
from tideapi.local.state import StateFolder
from tools.bench import (
    closing,
    growing,
    machine,
    mix,
    playing,
    reading,
    sealing,
    starting,
    sweeping,
)
from tools.bench.bench import Bench, Options
from tools.bench.clients import Failed
from tools.bench.server import POSTGRES, PRODUCTION, Backing
from tools.bench.table import Row, table, write
from tools.peers.harness import PeerFailed

PARTS: dict[str, Callable[[Bench], Iterator[Row]]] = {
    "seal": sealing.seal,
    "advance": closing.advance,
    "mix": mix.mix,
    "read": reading.read,
    "inbox": reading.inbox,
    "sweep": sweeping.sweep,
    "growth": growing.growth,
    "rules": playing.rules,
    "start-up": starting.start_up,
}
BEGAN = time.monotonic()


def main() -> int:
    """Measure, print the table; 1 if a measurement failed."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench", description=__doc__)
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS), help="parts (all)")
    parser.add_argument("--rounds", type=int, help="times for each figure (3)")
    parser.add_argument("--seconds", type=float, help="of each measurement (8)")
    parser.add_argument("--games", type=int, nargs="+", help="open games (1000 100000 1000000)")
    parser.add_argument("--quick", action="store_true", help="one round of 3 s, no million games")
    parser.add_argument("--processes", type=int, default=2, help="of the web server (2)")
    parser.add_argument(
        "--peer", type=Path, help="folder with the run.sh of another server's harness"
    )
    parser.add_argument(
        "--peer-work", type=Path, help="folder in which the harness has worked before"
    )
    parser.add_argument("--json", type=Path, help="where to write all figures")
    given = parser.parse_args()
    quick = given.quick
    options = Options(
        rounds=given.rounds or (1 if quick else 3),
        seconds=given.seconds or (3 if quick else 8),
        games=tuple(
            sorted(given.games or ([1000, 100_000] if quick else [1000, 100_000, 1_000_000]))
        ),
        idle=5 if quick else 20,
        peer=given.peer and given.peer.resolve(),
        peer_work=given.peer_work and given.peer_work.resolve(),
    )
    settings = {"postgres": POSTGRES, **PRODUCTION}
    about = {**machine.described(), "options": asdict(options), "settings": settings}
    rows, failed = list[Row](), False
    with ExitStack() as stack:
        bench = Bench(_backing(stack, given.processes), options, say)
        # In the order of all parts: those that end games come late.
        for part in sorted(given.only, key=[*PARTS].index):
            try:
                rows += PARTS[part](bench)
            except (Failed, PeerFailed) as failure:
                failed = True
                say(f"{part} has failed: {failure}")
    print(f"\n{table(rows)}")
    if given.json:
        write(given.json, rows, about)
    return int(failed)


def say(line: str) -> None:
    """How it goes, with the seconds since the beginning."""
    print(f"{time.monotonic() - BEGAN:6.0f} s  {line}", flush=True)


def _backing(stack: ExitStack, processes: int) -> Backing:
    """The servers, and the database that the towns are copied from with its one game."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tide-bench-")))
    folder.chmod(0o755)
    backing = Backing(folder, stack, processes)
    say("PostgreSQL and Valkey are there")
    env = backing.environment(NAME)
    up.migrate_database(StateFolder(folder), backing.reaper, env)
    os.environ.update(env)
    os.environ["DJANGO_SETTINGS_MODULE"] = "tideapi.settings"
    django.setup()
    from django.db import connection  # noqa: PLC0415  Django has to be set up before.

    from tools.bench import town  # noqa: PLC0415

    town.found()
    connection.close()
    return backing


if __name__ == "__main__":
    sys.exit(main())
