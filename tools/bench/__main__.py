"""How fast the server is: calls and whole turns, each with the CPU of web and PostgreSQL.

PostgreSQL is durable, the API runs as `make up` and docker/ start it, and everything is on this machine.
Figures are medians of the rounds; on a machine that others use too, look at their range.
"""

import argparse
import sys
from collections.abc import Callable
from statistics import median

from tools.bench import calls, copies
from tools.bench.load import Failed, Result
from tools.bench.mix import mix
from tools.bench.server import MeasuredServer, measured_server

PARTS: dict[str, Callable[[MeasuredServer, float, str], Result]] = {
    "seal": calls.seal,
    "mix": mix,
    "read": calls.read,
    "unchanged": calls.read_unchanged,
    "turns": calls.list_turns,
}
HEAD = "             a second    from      to   p50 ms   p99 ms  ms of web  of PostgreSQL"


def main() -> int:
    """Measure, print the table; 1 if a measurement failed."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench", description=__doc__)
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS), help="parts (all)")
    parser.add_argument("--rounds", type=int, default=3, help="times for each figure (3)")
    parser.add_argument("--seconds", type=float, default=8, help="of each measurement (8)")
    parser.add_argument("--games", type=int, default=100_000, help="open games (100000)")
    given = parser.parse_args()
    rounds: dict[str, list[Result]] = {part: [] for part in given.only}
    failed = False
    with measured_server(given.games) as server:
        print(f"{given.games} games are open", flush=True)
        for number in range(given.rounds):
            for part, results in rounds.items():
                copies.restore_all(server.postgres.url)
                try:
                    results.append(PARTS[part](server, given.seconds, f"{part} {number}"))
                except* Failed as failures:
                    failed = True
                    print(f"{part} has failed: {failures.exceptions[0]}", flush=True)
    print(HEAD, *(row(part, some) for part, some in rounds.items() if some), sep="\n")
    return int(failed)


def row(part: str, some: list[Result]) -> str:
    """One figure of all rounds."""
    rates = [one.rate for one in some]
    p50, p99 = (median(getattr(one, name) for one in some) for name in ("p50", "p99"))
    web, database = (median(one.cpu[name] for one in some) for name in ("web", "PostgreSQL"))
    return (
        f"{part:<11}{median(rates):>10.0f}{min(rates):>8.0f}{max(rates):>8.0f}"
        f"{p50:>9.1f}{p99:>9.1f}{web:>11.1f}{database:>15.1f}"
    )


if __name__ == "__main__":
    sys.exit(main())
