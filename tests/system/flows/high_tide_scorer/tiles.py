"""All ways in which the tiles that concern chairs and dice can be used."""

from collections.abc import Sequence
from typing import Any

from tests.system.flows.high_tide_scorer.track import BEACHES, Pair

Json = dict[str, Any]


def nudges() -> list[Json]:
    """B3: one chair, one or two steps."""
    return [_use("B3", beach=beach, steps=steps) for beach in BEACHES for steps in (1, 2)]


def ways_with_dice(pair: Pair, ashore: Sequence[str]) -> list[Json]:
    """B4 to B9 with a pair that is settled; `ashore` are the beaches where her chair does not swim."""
    ways = [
        _use("B6", left=left, right=right)
        for left in (-1, 0, 1)
        for right in (-1, 0, 1)
        if (left, right) != (0, 0)
        and pair.left.face + left in range(1, 7)
        and pair.right.face + right in range(1, 7)
    ]
    for side, die in pair.sides.items():
        ways += [_use("B4", die=side, beach=beach) for beach in ashore]
        ways += [_use("B5", die=side)]
        ways += [_use("B7", die=side, colour=beach) for beach in BEACHES if beach != die.beach]
        ways += [_use("B9", die=side)] if die.beach in ashore else []
    return ways


def _use(tile: str, **how: object) -> Json:
    return {"type": "tile", "tile": tile, **how}
