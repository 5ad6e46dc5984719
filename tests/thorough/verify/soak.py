"""Many games of both rulesets in which everything happens: both verifiers must accept every record.

    python -m tests.thorough.verify.soak --games 500 [--seed 7]

They are played in this process on a PostgreSQL of their own: with standing orders, absence, vacations,
pauses, answers replaced and taken back, texts for the deal, players renamed and deactivated, and with
statistics and join methods that change from game to game. Each record is verified beside all that each
player has kept.
"""

import argparse
import os
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

GAMES = "TIDE_SOAK_GAMES"
SEED = "TIDE_SOAK_SEED"


class Progress:
    """Says how far it has come and what has happened, if `main` asks for it, and not in a test."""

    def __init__(self) -> None:
        self.asked = GAMES in os.environ
        self.games = int(os.environ.get(GAMES, "4"))
        self.seed = os.environ.get(SEED, "a handful")
        self.began = time.monotonic()

    def played(self, games: int) -> None:
        if self.asked:
            took = time.monotonic() - self.began
            print(f"{games} of {self.games} games, {took:.0f} s", flush=True)

    def ended(self, counts: Counter[str]) -> None:
        for what, many in sorted(counts.items()) if self.asked else ():
            print(f"{many:>8}  {what}")


def main() -> int:
    asked = argparse.ArgumentParser(
        prog="python -m tests.thorough.verify.soak", description=__doc__
    )
    asked.formatter_class = argparse.RawDescriptionHelpFormatter
    asked.add_argument("--games", type=int, default=500, help="how many games (500)")
    asked.add_argument("--seed", default=os.urandom(4).hex(), help="the same games again")
    given = asked.parse_args()
    print(f"seed {given.seed}", flush=True)
    os.environ.update({GAMES: str(given.games), SEED: given.seed})
    os.environ.setdefault(
        "TIDE_LOG_LEVEL", "WARNING"
    )  # Else a line for each call hides the progress.
    here = Path(__file__).with_name("test_soak.py")
    # It takes as long as it takes: a test's usual ten minutes end after some 200 games.
    quietly = ["-q", "-s", "-p", "no:cacheprovider", "--show-capture=no", "--timeout=0"]
    return int(pytest.main([*quietly, str(here)]))


if __name__ == "__main__":
    sys.exit(main())
