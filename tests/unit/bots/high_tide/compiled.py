"""The C in which the network of High Tide learns, for a table of Python's."""

import ctypes
import os
import shutil

import pytest

from games.rules.high_tide.components import PLACE, SEATS
from games.rules.high_tide.dice import Pair
from games.rules.high_tide.state import HighTideState
from playouts.high_tide.__main__ import SOURCE
from playouts.training.learner import library

MOST, SPACES, BEACHES = SEATS[-1], SEATS[-1] + 1, len(PLACE)
FREE, PAIR, NOBODY = -1, MOST, -1

Chairs = (ctypes.c_int * MOST) * BEACHES


class Dice(ctypes.Structure):
    _fields_ = [("colour", ctypes.c_int * 2), ("face", ctypes.c_int * 2)]


class Table(ctypes.Structure):
    """As in playouts/high_tide/rules.h."""

    _fields_ = [
        ("seats", ctypes.c_int),
        ("spaces", ctypes.c_int),
        ("round", ctypes.c_int),
        ("phase", ctypes.c_int),
        ("rental", ctypes.c_int),
        ("waiting", ctypes.c_int),
        ("pile", ctypes.c_int * MOST),
        ("track", ctypes.c_int * SPACES),
        ("bag", ctypes.c_int * BEACHES),
        ("pairs", Dice * SPACES),
        ("dice", Dice),
        ("at", Chairs),
        ("came", Chairs),
        ("dry", ctypes.c_int * BEACHES),
        ("moves", ctypes.c_int),
        ("surfer", ctypes.c_int * BEACHES),
    ]


def as_c(state: HighTideState) -> Table:
    track = state.track
    table = Table(
        seats=state.seat_count, spaces=len(track.spaces), round=state.round, waiting=len(state.pile)
    )
    table.pile[: len(state.pile)] = state.pile
    for space, occupant in enumerate(track.spaces):
        if isinstance(occupant, Pair):
            table.track[space] = PAIR
            dice = table.pairs[space]
            dice.colour[:] = [PLACE[die.colour] for die in occupant]
            dice.face[:] = [die.face for die in occupant]
        else:
            table.track[space] = FREE if occupant is None else occupant
    table.surfer[:] = [NOBODY] * BEACHES
    for seat, surfed in enumerate(state.setup.surfers or ()):
        table.surfer[PLACE[surfed]] = seat
    for place, beach in enumerate(state.beaches):
        table.dry[place] = beach.dry
        for seat, space in enumerate(beach.spaces):
            table.at[place][seat] = space
            table.came[place][seat] = 1 + beach.came.index(seat)
    return table


def chance_after_go(state: HighTideState, weights: list[float]) -> float:
    """How likely the seat whose go it is wins, were it over now.

    Without a compiler the test is skipped, but not in CI.
    """
    if shutil.which("cc") is None and "CI" not in os.environ:
        pytest.skip("There is no C compiler here.")
    learner = library(SOURCE)
    learner.chance_after_go.restype = ctypes.c_float
    network = (ctypes.c_float * len(weights))(*weights)
    return float(learner.chance_after_go(ctypes.byref(as_c(state)), network))
