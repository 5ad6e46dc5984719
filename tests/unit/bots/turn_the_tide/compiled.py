"""The network's C, which learns, beside its Python, which plays."""

import ctypes
import os
import shutil
from pathlib import Path

import pytest

from games.rulesets.turn_the_tide.bots.network import FACTS
from games.rulesets.turn_the_tide.bots.seen import Seen, as_bits
from games.rulesets.turn_the_tide.rules.cards import MAX_ROUNDS
from packages.playouts.training.learner import library

SEATS = 6
SOURCE = Path(__file__).parents[4] / "packages/playouts/c/playouts.c"


class TideSeen(ctypes.Structure):
    """As in packages/playouts/c/playouts.h."""

    _fields_ = [
        *[(name, ctypes.c_int) for name in ("seats", "me", "cascade", "low", "high")],
        *[(name, ctypes.c_int) for name in ("rounds_left", "stages_left")],
        *[(name, ctypes.c_uint64) for name in ("hand", "unseen", "unseen_by_all")],
        *[(name, ctypes.c_uint64 * SEATS) for name in ("known", "open")],
        *[(name, ctypes.c_int * SEATS) for name in ("hidden", "hidden_from_all", "worth")],
        *[(name, ctypes.c_int * SEATS) for name in ("levels", "preservers", "eliminated")],
        ("so_far", ctypes.c_int * SEATS),
        ("tides_left", ctypes.c_int * (MAX_ROUNDS + 1)),
    ]


def as_c(seen: Seen) -> TideSeen:
    made = TideSeen(seats=len(seen.levels), hand=as_bits(seen.hand))
    for name in [field[0] for field in TideSeen._fields_]:
        value = getattr(seen, name, None)
        if name == "tides_left":
            made.tides_left[:] = [seen.tides_left.count(tide) for tide in range(13)]
        elif name in {"seats", "hand"}:
            continue
        elif isinstance(value, list):
            getattr(made, name)[: len(value)] = value
        else:
            setattr(made, name, value)
    return made


def compiled() -> ctypes.CDLL:
    """The library; where there is no compiler the test is skipped, but not in CI."""
    if shutil.which("cc") is None and "CI" not in os.environ:
        pytest.skip("There is no C compiler here.")
    return library(SOURCE)


def facts(seen: Seen) -> tuple[list[float], list[list[float]]]:
    table, cards = (ctypes.c_float * FACTS)(), (ctypes.c_float * (FACTS * MAX_ROUNDS))()
    count = compiled().tide_facts(ctypes.byref(as_c(seen)), table, cards)
    return list(table), [list(cards[at * FACTS : (at + 1) * FACTS]) for at in range(count)]


def worth(weights: list[float], seen: Seen) -> list[float]:
    worths = (ctypes.c_float * MAX_ROUNDS)()
    given = (ctypes.c_float * len(weights))(*weights)
    count = compiled().tide_worths(given, ctypes.byref(as_c(seen)), worths)
    return list(worths[:count])


def weights() -> int:
    return int(compiled().tide_weights())
