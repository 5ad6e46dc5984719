"""A file in C as a library, compiled when it is asked for."""

import ctypes
import subprocess
import tempfile
from functools import cache
from pathlib import Path

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


@cache
def library(source: Path) -> ctypes.CDLL:
    """This file in C; raises `CalledProcessError`, or `FileNotFoundError` without a compiler."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / f"{source.stem}.so"
        subprocess.run([*COMPILE, "-o", made, source, "-lm"], check=True)
        return ctypes.CDLL(str(made))
