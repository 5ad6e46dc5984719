"""How late is the last of a thousand deadlines that fall within one second?

Real PostgreSQL, broker, beat and workers; the database holds a hundred thousand open games.
"""

import argparse
import sys
import time

from tools.bench.server import MeasuredServer, measured_server

STARTS_IN = 5.0
"""Seconds from now until the first deadline."""


def main() -> int:
    """Fill, let the deadlines pass, and print a line for each number of workers."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.deadlines", description=__doc__)
    parser.add_argument("--games", type=int, default=100_000, help="open games (100000)")
    parser.add_argument("--due", type=int, default=1000, help="deadlines within a second (1000)")
    parser.add_argument("--workers", type=int, default=2, help="up to so many, one more each time")
    parser.add_argument("--rounds", type=int, default=3, help="times for each; the median counts")
    given = parser.parse_args()
    with measured_server(given.games) as server:
        for workers in range(1, given.workers + 1):
            if workers > 1:
                server.add(f"worker{workers}", "worker", "--hostname", f"worker{workers}@%h")
                server.restart(f"worker{workers}")
            late = sorted(measure(server, given.due) for _ in range(given.rounds))
            print(
                f"{given.games} open games, {given.due} due within 1 s, {workers} worker(s):"
                f" the last was closed {late[len(late) // 2]:.1f} s late"
                f" (rounds: {', '.join(f'{x:.1f}' for x in late)})",
                flush=True,
            )
    return 0


def measure(server: MeasuredServer, due: int) -> float:
    """How many seconds after its deadline the last of `due` turns was closed."""
    from tools.bench import town  # noqa: PLC0415  Django has to be set up before.

    town.due_within(1.0, due, STARTS_IN)
    chosen = town.untouched()
    while (late := town.latest(chosen)) is None:
        time.sleep(0.1)
    return late


if __name__ == "__main__":
    sys.exit(main())
