"""Many games played to their end, weighed, archived, compared with what was read before, and weighed again.

    python -m tools.weigh --games 1000 [--seed 7] [--followed] [--compared 200] [--processes 2]

They are played by the rules, through the store, without HTTP, on a PostgreSQL of their own: so many in
all, of Turn the Tide and High Tide in turns, with editions, expansions and bots. With `--followed` feeds are
read after each turn. Whoever has a seat, somebody else and a stranger are shown all that there is of
each game, or of the first so many, because that takes far longer than to play them; not a byte may differ.
"""

import argparse
import os
import sys
from pathlib import Path

import pytest

GAMES, SEED, FOLLOWED = "TIDE_WEIGHT_GAMES", "TIDE_WEIGHT_SEED", "TIDE_WEIGHT_FOLLOWED"
COMPARED, PROCESSES = "TIDE_WEIGHT_COMPARED", "TIDE_WEIGHT_PROCESSES"


def main() -> int:
    asked = argparse.ArgumentParser(prog="python -m tools.weigh", description=__doc__)
    asked.formatter_class = argparse.RawDescriptionHelpFormatter
    asked.add_argument("--games", type=int, default=1000, help="how many games in all (1000)")
    asked.add_argument("--seed", default=os.urandom(4).hex(), help="the same choices again")
    asked.add_argument("--followed", action="store_true", help="feeds are read after each turn")
    asked.add_argument("--compared", type=int, help="games of which all is compared (all)")
    asked.add_argument("--processes", type=int, default=1, help="that play and archive (1)")
    given = asked.parse_args()
    print(f"seed {given.seed}", flush=True)
    followed = "1" if given.followed else ""
    os.environ.update({GAMES: str(given.games), SEED: given.seed, FOLLOWED: followed})
    compared = given.games if given.compared is None else min(given.compared, given.games)
    os.environ.update({COMPARED: str(compared), PROCESSES: str(given.processes)})
    here = Path(__file__).parents[2] / "tests/thorough/weight/test_many.py"
    return int(pytest.main(["-q", "-s", "-p", "no:cacheprovider", "--show-capture=no", str(here)]))


if __name__ == "__main__":
    sys.exit(main())
