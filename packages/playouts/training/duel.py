"""One bot against a table of others, in C: what training was worth, in minutes instead of hours.

The bots are ports; `tools.bots` plays with the real ones, and is what counts.
"""

import argparse
import ctypes
import sys
from math import sqrt
from pathlib import Path
from random import SystemRandom
from statistics import fmean, stdev

from packages.playouts.training import imitation
from packages.playouts.training.__main__ import WEIGHTS
from packages.playouts.training.learner import TRAINING, library, read

EXPERT_PLAYOUTS = 800


class DuelBot(ctypes.Structure):
    """As in duel.c."""

    _fields_ = (("kind", ctypes.c_int), ("playouts", ctypes.c_int))


BOTS = {
    "random": DuelBot(0, 0),
    "careful": DuelBot(1, imitation.PLAYOUTS),
    "strong": DuelBot(2, 0),
    "expert": DuelBot(3, EXPERT_PLAYOUTS),
}


def main() -> int:
    """Play, and print a row for each number of seats."""
    parser = argparse.ArgumentParser(
        prog="python -m packages.playouts.training.duel", description=__doc__
    )
    parser.add_argument("one", choices=BOTS, help="the bot in one seat")
    parser.add_argument("others", choices=BOTS, help="the bot in all other seats")
    parser.add_argument("--games", type=int, default=1000, help="for each row (1000)")
    parser.add_argument("--seats", type=int, nargs="+", default=[3, 4, 5, 6], help="(3 4 5 6)")
    parser.add_argument("--without-cascade", action="store_true", help="the other kind of edition")
    parser.add_argument(
        "--seed", type=int, help="of the first game, then one up; fresh if not given"
    )
    parser.add_argument("--file", type=Path, default=WEIGHTS, help="the weights")
    parser.add_argument(
        "--imitation", type=Path, default=imitation.WEIGHTS, help="the weights of how careful plays"
    )
    given = parser.parse_args()
    seed = SystemRandom().randrange(10**9) if given.seed is None else given.seed
    library(TRAINING / "duel.c").use(read(given.file), read(given.imitation))
    print(f"{given.one} against {given.others}, {given.games} games a row, seed {seed}")
    for seats in given.seats:
        wins, mean, worst = play(given, seats, seed)
        margin = 1.96 * stdev(wins) / sqrt(len(wins))
        print(
            f"{seats} seats: wins {fmean(wins):.3f} ± {margin:.3f} (fair {1 / seats:.3f}),"
            f" {mean:.3f} ms a decision, {worst:.1f} ms at most",
            flush=True,
        )
    return 0


def play(given: argparse.Namespace, seats: int, seed: int) -> tuple[list[float], float, float]:
    """The first bot's part of the win in each game, and what its decisions took on average and at most."""
    compiled = library(TRAINING / "duel.c")
    compiled.duel.restype = ctypes.c_double
    spent = (ctypes.c_double * 3)()
    one, others = ctypes.byref(BOTS[given.one]), ctypes.byref(BOTS[given.others])
    cascade = not given.without_cascade
    wins = [
        compiled.duel(
            seats, cascade, one, others, game % seats, ctypes.c_uint64(seed + game), spent
        )
        for game in range(given.games)
    ]
    count, took, worst = spent
    return wins, took / count, worst


if __name__ == "__main__":
    sys.exit(main())
