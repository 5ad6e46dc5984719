"""A network that learns in C, which is compiled when asked for, and the file into which its weights go."""

import ctypes
import json
import subprocess
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random

SHIPPED = Path(__file__).resolve().parents[3] / "games/rulesets/turn_the_tide/bots"
"""Where the weights lie with which the bots play."""
UNIT = 1000
"""Weights are written as whole thousandths."""

TRAINING = Path(__file__).resolve().parent
# Nothing that lets a compiler round as it likes: so that any x86-64 machine learns the very same weights.
COMPILE = (
    "cc",
    "-std=gnu11",
    "-O3",
    "-ffp-contract=off",
    "-Wall",
    "-Wextra",
    "-Werror",
    "-shared",
    "-fPIC",
)


class Learner:
    """The network while it learns: weights at random at first. `library` has learning.h in it."""

    def __init__(self, library: ctypes.CDLL, seed: int) -> None:
        self.memory = (ctypes.c_char * library.learner_size())()
        count: int = library.weights()
        random = Random(seed)
        self.weights = (ctypes.c_float * count).from_buffer(self.memory)
        for at in range(count):
            self.weights[at] = random.gauss(0, 0.12)
        # Behind the network and its two moments lie the steps made, and the state of chance.
        behind = -(-3 * count * ctypes.sizeof(ctypes.c_float) // 8) * 8
        chance = ctypes.c_uint64.from_buffer(self.memory, behind + 8)
        chance.value = random.getrandbits(64)
        self._entropy = ctypes.c_double.from_buffer(self.memory, behind + 16)

    @property
    def entropy(self) -> float:
        """Of what was decided since the last call, on average."""
        return self._entropy.value

    def write(self, file: Path, about: Mapping[str, object]) -> None:
        """The weights, with where they come from."""
        weights = [round(weight * UNIT) for weight in self.weights]
        head = json.dumps({"made_by": "python -m packages.playouts.training", **about})
        file.write_text(f'{{"about": {head},\n"unit": {UNIT},\n"weights": {_rows(weights)}}}\n')
        print(f"{file}: {len(weights)} weights, {file.stat().st_size} bytes")


def read(file: Path) -> "ctypes.Array[ctypes.c_float]":
    """The weights in a file, as C takes them."""
    raw = json.loads(file.read_text())
    weights = [weight / raw["unit"] for weight in raw["weights"]]
    return (ctypes.c_float * len(weights))(*weights)


def _rows(weights: list[int]) -> str:
    rows = [weights[at : at + 24] for at in range(0, len(weights), 24)]
    return "[\n" + ",\n".join(json.dumps(row, separators=(",", ":"))[1:-1] for row in rows) + "\n]"


@cache
def library(source: Path) -> ctypes.CDLL:
    """This file in C; raises `CalledProcessError`, or `FileNotFoundError` without a compiler."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / f"{source.stem}.so"
        subprocess.run([*COMPILE, "-o", made, source, "-lm"], check=True)
        return ctypes.CDLL(str(made))
