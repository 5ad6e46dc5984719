"""A network learns how `careful` plays, from cards that it has played: so `expert` can think it of others.

Two minutes of one core. The same seed and numbers give the same file.
"""

import ctypes
import time
from pathlib import Path

from packages.playouts.training.learner import SHIPPED, TRAINING, Learner, library, read

WEIGHTS = SHIPPED / "careful_weights.json"
PLAYOUTS = 240
"""Of `careful` for each card."""
RATE = 0.004
"""How far a step goes at first."""
AT_ONCE = 500
"""Examples for each step."""
TRIED = 10_000
"""Examples that it does not learn from, to see how often it would play the same."""


def imitate(strong: Path, file: Path, examples: int, steps: int, seed: int) -> None:
    """Watch games of `careful`, some seats of which are `strong` by the weights in a file; learn; write."""
    compiled = library(TRAINING / "imitate.c")
    compiled.as_played.restype = ctypes.c_double
    began = time.process_time()
    size, count = compiled.example_size(), examples + TRIED
    played = (ctypes.c_char * (size * count))()
    compiled.watch(read(strong), PLAYOUTS, ctypes.c_uint64(seed), played, count)
    tried = ctypes.byref(played, examples * size)
    print(f"{examples} cards of careful, {time.process_time() - began:.0f} s", flush=True)
    learner = Learner(compiled, seed)
    parts = min(10, steps)
    for part in range(parts):
        rate = ctypes.c_float(RATE * (1 - part / parts))
        compiled.imitate(learner.memory, played, examples, steps // parts, AT_ONCE, rate)
        same = compiled.as_played(learner.weights, tried, TRIED)
        print(
            f"{part + 1} of {parts}, {time.process_time() - began:.0f} s,"
            f" entropy {learner.entropy:.3f}, {same:.3f} of other cards as they were played",
            flush=True,
        )
    learner.write(file, {"plays_as": "careful", "examples": examples, "steps": steps, "seed": seed})
