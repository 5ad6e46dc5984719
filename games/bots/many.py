"""Many games one after the other, in several processes."""

import json
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, TypeVar

from games.rules.ruleset import Ruleset

T = TypeVar("T")
Json = dict[str, Any]

AT_ONCE = 5
"""Games that a process plays before it tells of them."""


def in_processes(play: Callable[[range], list[T]], games: int, processes: int) -> Iterator[list[T]]:
    """What came of games 0 to `games` - 1, a few at a time and in their order."""
    parts = [range(at, min(at + AT_ONCE, games)) for at in range(0, games, AT_ONCE)]
    if processes == 1:
        yield from map(play, parts)
        return
    # Forked, so that the games and bots that are enrolled here are enrolled there.
    with ProcessPoolExecutor(processes, mp_context=get_context("fork")) as pool:
        yield from pool.map(play, parts)


def tells(done: int, games: int) -> bool:
    """Whether it is time to say how many have been played: about twenty times."""
    return done == games or done // (games / 20) > (done - AT_ONCE) // (games / 20)


def add_options(parser: ArgumentParser) -> None:
    """The arguments that say with which options it is played; `sent_options` reads them."""
    parser.add_argument("--edition", help="short for the option of this name")
    parser.add_argument("--options", type=json.loads, default={}, help="options, as JSON")


def sent_options(given: Json) -> Json:
    """The options that were given as arguments, as a client would send them."""
    return {**given["options"], **({"edition": given["edition"]} if given["edition"] else {})}


def told_options(ruleset: Ruleset[Any, Any], options: Json) -> str:
    """Options for people to read: as JSON those that are not the default ones."""
    default = ruleset.read_options({})
    own = {name: value for name, value in options.items() if value != default.get(name)}
    return json.dumps(own) if own else "default options"


def options_by_seats(
    ruleset: Ruleset[Any, Any], wanted: Sequence[int] | None = None, sent: Json | None = None
) -> dict[int, Json]:
    """By numbers of seats the options with which so many play; `wanted` are all of them by default.

    They are those that were sent. Where none were, they are the default ones, and for more than play with
    these the first of the ruleset's variants that so many play. Raises `Refusal` for options that are
    none, and `ValueError` where nothing is played by so many.
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
