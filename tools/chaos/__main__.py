"""Plays many games while everything is killed at random, and counts what was lost. It must be nothing.

Web, all workers, beat, the broker with all its data, and PostgreSQL are killed with SIGKILL and
started again a moment later. At the end every game is played out and verified from its record.
"""

import argparse
import sys
from random import SystemRandom

from packages.verify import build
from tests.running import one_of
from tools.chaos.chaos import Pace, Run, WithTwoWorkers, reads_what_is_sealed, say


def main() -> int:
    """Run it, print the counts; 1 if anything is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tools.chaos", description=__doc__)
    parser.add_argument("--minutes", type=float, default=5, help="how long to kill (5)")
    parser.add_argument("--games", type=int, default=300, help="how many games (300)")
    parser.add_argument(
        "--seed", default=str(SystemRandom().randrange(10**6)), help="of all chance"
    )
    options = parser.parse_args()
    build.write_files()  # At the end each record is judged by what is built here.
    reads_what_is_sealed()
    say(f"{options.games} games, kills for {options.minutes:g} minutes, seed {options.seed}")
    with one_of(WithTwoWorkers) as server:
        server.start()
        verdict = Run(server, options.games, options.seed, say, Pace()).plays(options.minutes * 60)
        for line in verdict.lines():
            say(line)
    if not verdict.faults:
        say("nothing was lost, nothing was done twice, nothing stood still")
    return int(bool(verdict.faults))


if __name__ == "__main__":
    sys.exit(main())
