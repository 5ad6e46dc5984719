"""Many games: in several processes, and means with their margins of error."""

import json
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import sqrt
from multiprocessing import get_context
from statistics import fmean, stdev
from typing import Any, TypeVar

from games.rules.ruleset import Ruleset

T = TypeVar("T")
Json = dict[str, Any]

AT_ONCE = 5
"""The number of games that a process plays before it reports them."""


def in_processes(play: Callable[[range], list[T]], games: int, processes: int) -> Iterator[list[T]]:
    """Yield the outcomes of so many games, a few at a time and in order."""
    parts = [range(at, min(at + AT_ONCE, games)) for at in range(0, games, AT_ONCE)]
    if processes == 1:
        yield from map(play, parts)
        return
    # Forked, so that the games and bots that are registered here are registered there.
    with ProcessPoolExecutor(processes, mp_context=get_context("fork")) as pool:
        yield from pool.map(play, parts)


def is_reported(done: int, games: int) -> bool:
    """Return whether to report the number of games played now: about twenty times in all."""
    return done == games or done // (games / 20) > (done - AT_ONCE) // (games / 20)


def add_options(parser: ArgumentParser) -> None:
    """Add the arguments for the options of the game; `sent_options` reads them."""
    parser.add_argument("--edition", help="short for the option of this name")
    parser.add_argument("--options", type=json.loads, default={}, help="options, as JSON")


def sent_options(given: Json) -> Json:
    """Return the options from the arguments, as a client would send them."""
    return {**given["options"], **({"edition": given["edition"]} if given["edition"] else {})}


def told_options(ruleset: Ruleset[Any, Any], options: Json) -> str:
    """Return options for people to read: those that are not the default ones, as JSON."""
    default = ruleset.read_options({})
    own = {name: value for name, value in options.items() if value != default.get(name)}
    return json.dumps(own) if own else "default options"


def options_by_seats(
    ruleset: Ruleset[Any, Any], wanted: Sequence[int] | None = None, sent: Json | None = None
) -> dict[int, Json]:
    """Return the options for each number of seats wanted; by default all numbers are wanted.

    They are the options that were sent. Without any, they are the default ones, or the first of the
    ruleset's variants that allows the number of seats. Raises `Refusal` for invalid options, and
    `ValueError` for a wanted number of seats that no options allow.
    """
    raws = [sent] if sent else [{}, *ruleset.variants]
    all_options = [ruleset.read_options(raw) for raw in raws]
    found: dict[int, Json] = {}
    for seats in wanted or ruleset.seats:
        options = next((one for one in all_options if seats in ruleset.seats_for(one)), None)
        if options is not None:
            found[seats] = options
        elif wanted:
            raise ValueError(f"This is not played by {seats}.")
    return found


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and the half width of its 95 % interval."""

    mean: float
    margin: float

    @classmethod
    def from_samples(cls, samples: Sequence[float]) -> "Estimate":
        margin = 1.96 * stdev(samples) / sqrt(len(samples)) if len(samples) > 1 else float("inf")
        return cls(fmean(samples), margin)

    def __str__(self) -> str:
        return f"{self.mean:.3f} ± {self.margin:.3f}"
