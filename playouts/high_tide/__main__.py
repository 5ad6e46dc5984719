"""Teach the bot `strong` for High Tide how likely a table is won, and write its weights.

It sees games in which all play as `careful` does, with three to six seats, every other one with surfers. That
takes three minutes of one core, a C compiler, and nothing else. The same seed and games give the same file.
"""

import argparse
import ctypes
import json
import sys
import time
from pathlib import Path
from random import Random

from games.bots.high_tide.network import BEACH_FACTS, LEARNED, WIDTH
from playouts.training.learner import library

SOURCE = Path(__file__).with_name("learn.c")
AT_ONCE = 2_000
"""Games between two changes of the rate."""
UNIT = 1000
"""Weights are written as whole thousandths."""


class HighTideLearner:
    """The network while it learns: weights at random at first."""

    def __init__(self, seed: int) -> None:
        self._library = library(SOURCE)
        self._library.learn.restype = ctypes.c_double
        self._memory = (ctypes.c_char * self._library.learner_size())()
        count: int = self._library.weights()
        random = Random(seed)
        self.weights = (ctypes.c_float * count).from_buffer(self._memory)
        first, second = WIDTH * BEACH_FACTS, WIDTH * WIDTH
        for at in range(count - 1):
            width = 0.25 if at < first else 0.12 if at < first + second else 0.3
            self.weights[at] = random.gauss(0, width)
        # The last eight bytes are the state of chance.
        behind = len(self._memory) - ctypes.sizeof(ctypes.c_uint64)
        ctypes.c_uint64.from_buffer(self._memory, behind).value = random.getrandbits(64)

    def learn_weights(self, games: int, rate: float) -> float:
        """Go on for so many games; the mean square of by how much it was wrong."""
        return float(self._library.learn(self._memory, games, ctypes.c_float(rate)))


def main() -> int:
    """Learn, tell how far it is, write."""
    parser = argparse.ArgumentParser(prog="python -m playouts.high_tide", description=__doc__)
    parser.add_argument("--games", type=int, default=240_000, help="to learn from (240000)")
    parser.add_argument("--rate", type=float, default=0.003, help="how far a step goes (0.003)")
    parser.add_argument("--seed", type=int, default=1, help="of all chance (1)")
    parser.add_argument("--file", type=Path, default=LEARNED, help="where to write the weights")
    given = parser.parse_args()
    learner = HighTideLearner(given.seed)
    for done in range(0, given.games, AT_ONCE):
        error = learner.learn_weights(
            min(AT_ONCE, given.games - done), given.rate * (1 - 0.97 * done / given.games)
        )
        if (done // AT_ONCE) % 10 == 0:
            spent = time.process_time()
            print(f"{done} of {given.games} games, {spent:.0f} s, error {error:.4f}", flush=True)
    write(given, learner)
    return 0


def write(given: argparse.Namespace, learner: HighTideLearner) -> None:
    """The weights with where they come from."""
    about = {
        "made_by": "python -m playouts.high_tide",
        "games": given.games,
        "rate": given.rate,
        "seed": given.seed,
    }
    weights = [round(weight * UNIT) for weight in learner.weights]
    rows = [weights[at : at + 24] for at in range(0, len(weights), 24)]
    lines = ",\n".join(json.dumps(row, separators=(",", ":"))[1:-1] for row in rows)
    given.file.write_text(
        f'{{"about": {json.dumps(about)},\n"unit": {UNIT},\n"weights": [\n{lines}\n]}}\n'
    )
    print(f"{given.file}: {len(weights)} weights, {given.file.stat().st_size} bytes")


if __name__ == "__main__":
    sys.exit(main())
