"""How late is the last of a thousand deadlines that fall within one second?

Real PostgreSQL, broker, beat and workers; the database holds a hundred thousand open games.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

import django

from tideapi.local import up
from tideapi.local.processes import Process
from tideapi.local.reaper import Reaper
from tideapi.local.services import Backing
from tideapi.local.state import StateFolder
from tools.bench.server import PRODUCTION

STARTS_IN = 5.0
"""Seconds from now until the first deadline: the workers are idle until then."""


def main() -> int:
    """Fill, let the deadlines pass, and print a line for each number of workers."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.deadlines", description=__doc__)
    parser.add_argument("--games", type=int, default=100_000, help="open games (100000)")
    parser.add_argument("--due", type=int, default=1000, help="deadlines within a second (1000)")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2], help="numbers to try")
    parser.add_argument("--rounds", type=int, default=3, help="times for each; the median counts")
    parser.add_argument("--json", type=Path, help="where to write the figures")
    options = parser.parse_args()
    figures = []
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tide-bench-")))
        folder.chmod(0o755)
        bench = Bench(folder, stack)
        say(f"opening {options.games} games …")
        bench.fill(options.games)
        for workers in options.workers:
            late = sorted(bench.measure(workers, options.due) for _ in range(options.rounds))
            median = late[len(late) // 2]
            figures.append({"workers": workers, "late_seconds": late, "median": median})
            say(
                f"{options.games} open games, {options.due} due within 1 s, {workers} worker(s):"
                f" the last was closed {median:.1f} s late (rounds: {', '.join(f'{x:.1f}' for x in late)})"
            )
    if options.json:
        options.json.write_text(json.dumps(figures, indent=2))
    return 0


def say(line: str) -> None:
    """Progress and results, as they come."""
    print(line, flush=True)


class Bench:
    """The servers of one measurement."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.state = StateFolder(folder)
        self.state.logs.mkdir(parents=True)
        self.reaper = Reaper()
        stack.callback(self.reaper.close)
        backing = Backing(folder, self.reaper, named={})
        stack.callback(backing.stop)
        backing.start()
        made = up.server_environment(self.state, backing)
        self.env = {**made, **PRODUCTION, "TIDE_LOG_LEVEL": "WARNING"}
        up.migrate_database(self.state, self.reaper, self.env)
        os.environ.update(self.env)
        os.environ["DJANGO_SETTINGS_MODULE"] = "tideapi.settings"
        django.setup()

    def fill(self, games: int) -> None:
        """Make the database as large as wanted."""
        from tools.bench import town  # noqa: PLC0415  Django has to be set up before.

        town.fill(games)

    def measure(self, workers: int, due: int) -> float:
        """How many seconds after its deadline the last of `due` turns was closed."""
        from tools.bench import town  # noqa: PLC0415
        from tools.bench.watching import latest, untouched  # noqa: PLC0415

        running = self._start(workers)
        try:
            self._wait_for_a_sweep()
            town.due_within(1.0, due, STARTS_IN)
            chosen = untouched()
            while (late := latest(chosen)) is None:
                time.sleep(0.1)
        finally:
            for process in running:
                process.ask()
            for process in running:
                process.stop()
        return late

    def _start(self, workers: int) -> list[Process]:
        programs = {one.name: one for one in up.make_programs(self.state, self.reaper, self.env, 0)}
        worker = programs["worker"]
        processes = [programs["beat"]]
        for number in range(workers):
            command = [*worker.command, "--hostname", f"worker{number}@%h"]
            processes.append(
                Process(
                    f"worker{number}",
                    command,
                    log=self.state.logs / f"worker{number}.log",
                    reaper=self.reaper,
                    env=self.env,
                    cwd=up.ROOT,
                )
            )
        for process in processes:
            process.start()
        return processes

    def _wait_for_a_sweep(self) -> None:
        from games.models import Heartbeat  # noqa: PLC0415
        from games.sweep.due_turns import SWEEP  # noqa: PLC0415

        Heartbeat.objects.filter(name=SWEEP).delete()
        while not Heartbeat.objects.filter(name=SWEEP).exists():
            time.sleep(0.1)


if __name__ == "__main__":
    sys.exit(main())
