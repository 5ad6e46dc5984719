"""Teach the bot `strong` for Turn the Tide by letting it play itself, and write its weights.

Then another network learns how `careful` plays, which `expert` thinks of others in half of the time. All of
it takes about ten minutes of one core, a C compiler, and nothing else. The same seed and numbers give the
same files.
"""

import argparse
import ctypes
import sys
import time
from pathlib import Path

from packages.playouts.training import imitation
from packages.playouts.training.learner import SHIPPED, TRAINING, Learner, library

WEIGHTS = SHIPPED / "strong_weights.json"
DEALS = 24
"""Deals for each step; each is played twelve times."""
AT_ONCE = 100
"""Steps between two changes of rate and curiosity."""


def main() -> int:
    """Learn, tell how far it is, write."""
    parser = argparse.ArgumentParser(
        prog="python -m packages.playouts.training", description=__doc__
    )
    parser.add_argument("--steps", type=int, default=24_000, help="of learning (24000)")
    parser.add_argument("--rate", type=float, default=0.005, help="how far a step goes (0.005)")
    parser.add_argument("--curious", type=float, default=0.007, help="worth of variety (0.007)")
    parser.add_argument("--seed", type=int, default=1, help="of all chance (1)")
    parser.add_argument("--file", type=Path, default=WEIGHTS, help="where to write the weights")
    parser.add_argument(
        "--examples", type=int, default=200_000, help="cards of careful to learn from (200000)"
    )
    parser.add_argument(
        "--imitation-steps", type=int, default=15_000, help="of learning from them (15000)"
    )
    parser.add_argument(
        "--imitation", type=Path, default=imitation.WEIGHTS, help="where to write how careful plays"
    )
    parser.add_argument(
        "--imitate-only", action="store_true", help="strong has learned: take the weights in --file"
    )
    given = parser.parse_args()
    if not given.imitate_only:
        play(given)
    imitation.imitate(
        given.file, given.imitation, given.examples, given.imitation_steps, given.seed
    )
    return 0


def play(given: argparse.Namespace) -> None:
    """Let `strong` play itself."""
    compiled = library(TRAINING / "learn.c")
    learner = Learner(compiled, given.seed)
    for done in range(0, given.steps, AT_ONCE):
        left = 1 - done / given.steps
        steps = min(AT_ONCE, given.steps - done)
        rate, curious = given.rate * (0.1 + 0.9 * left), given.curious * left
        compiled.learn(learner.memory, steps, DEALS, ctypes.c_float(rate), ctypes.c_float(curious))
        if (done // AT_ONCE) % 10 == 0:
            print(
                f"{done} of {given.steps} steps, {time.process_time():.0f} s,"
                f" entropy {learner.entropy:.3f}",
                flush=True,
            )
    about = {"steps": given.steps, "deals": DEALS, "rate": given.rate}
    learner.write(given.file, {**about, "curious": given.curious, "seed": given.seed})


if __name__ == "__main__":
    sys.exit(main())
