"""Teach the bot `strong` for Turn the Tide by letting it play itself, and write its weights.

It takes about eight minutes of one core, a C compiler, and nothing else. The same seed and steps give
the same file.
"""

import argparse
import ctypes
import json
import sys
import time
from pathlib import Path
from random import Random

from playouts.training.compiled import TRAINING, library

WEIGHTS = (
    Path(__file__).resolve().parents[2] / "games" / "bots" / "turn_the_tide" / "strong_weights.json"
)
DEALS = 24
"""Deals for each step; each is played twelve times."""
AT_ONCE = 100
"""Steps between two changes of rate and curiosity."""
UNIT = 1000
"""Weights are written as whole thousandths."""


class Learner:
    """The network while it learns: weights at random at first."""

    def __init__(self, seed: int) -> None:
        self._library = library(TRAINING / "learn.c")
        self._memory = (ctypes.c_char * self._library.learner_size())()
        self._count: int = self._library.weights()
        random = Random(seed)
        self.weights = (ctypes.c_float * self._count).from_buffer(self._memory)
        for at in range(self._count):
            self.weights[at] = random.gauss(0, 0.12)
        # Behind the network and its two moments lie the steps made, and the state of chance.
        behind = -(-3 * self._count * ctypes.sizeof(ctypes.c_float) // 8) * 8
        chance = ctypes.c_uint64.from_buffer(self._memory, behind + 8)
        chance.value = random.getrandbits(64)
        self._entropy = ctypes.c_double.from_buffer(self._memory, behind + 16)

    def learn(self, steps: int, rate: float, curious: float) -> float:
        """Go on for so many steps; the mean entropy of what was decided."""
        self._library.learn(
            self._memory, steps, DEALS, ctypes.c_float(rate), ctypes.c_float(curious)
        )
        return self._entropy.value


def main() -> int:
    """Learn, tell how far it is, write."""
    parser = argparse.ArgumentParser(prog="python -m playouts.training", description=__doc__)
    parser.add_argument("--steps", type=int, default=24_000, help="of learning (24000)")
    parser.add_argument("--rate", type=float, default=0.005, help="how far a step goes (0.005)")
    parser.add_argument("--curious", type=float, default=0.007, help="worth of variety (0.007)")
    parser.add_argument("--seed", type=int, default=1, help="of all chance (1)")
    parser.add_argument("--file", type=Path, default=WEIGHTS, help="where to write the weights")
    given = parser.parse_args()
    learner = Learner(given.seed)
    for done in range(0, given.steps, AT_ONCE):
        left = 1 - done / given.steps
        steps = min(AT_ONCE, given.steps - done)
        entropy = learner.learn(steps, given.rate * (0.1 + 0.9 * left), given.curious * left)
        if (done // AT_ONCE) % 10 == 0:
            print(
                f"{done} of {given.steps} steps, {time.process_time():.0f} s, entropy {entropy:.3f}",
                flush=True,
            )
    write(given, learner)
    return 0


def write(given: argparse.Namespace, learner: Learner) -> None:
    """The weights with where they come from."""
    about = {
        "made_by": "make train",
        "steps": given.steps,
        "deals": DEALS,
        "rate": given.rate,
        "curious": given.curious,
        "seed": given.seed,
    }
    weights = [round(weight * UNIT) for weight in learner.weights]
    head = json.dumps(about)
    given.file.write_text(f'{{"about": {head},\n"unit": {UNIT},\n"weights": {_rows(weights)}}}\n')
    print(f"{given.file}: {len(weights)} weights, {given.file.stat().st_size} bytes")


def _rows(weights: list[int]) -> str:
    rows = [weights[at : at + 24] for at in range(0, len(weights), 24)]
    return "[\n" + ",\n".join(json.dumps(row, separators=(",", ":"))[1:-1] for row in rows) + "\n]"


if __name__ == "__main__":
    sys.exit(main())
