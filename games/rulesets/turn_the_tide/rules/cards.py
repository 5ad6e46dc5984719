"""The cards and playing them: 60 weather cards with their life preservers, and the tide cards."""

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import NamedTuple

WEATHER = tuple(range(1, 61))
MAX_ROUNDS = 12

HALVES = (0,) + (0,) * 12 + (1,) * 12 + (2,) * 12 + (1,) * 12 + (0,) * 12
"""Life preservers on each weather card, counted in halves; index 0 is no card."""


class Play(NamedTuple):
    """Play this weather card from the hand: the one action of the game."""

    card: int


# Plays have no identity of their own, so each exists once and is looked up by its card.
PLAYS = (Play(0), *(Play(card) for card in WEATHER))


@cache
def rounds_per_stage(seats: int) -> int:
    """Return the number of cards in a hand and rounds in a stage: 12, or 10 with six."""
    return min(MAX_ROUNDS, len(WEATHER) // seats)


@cache
def tide_cards(seats: int) -> tuple[int, ...]:
    """Return all tide cards of a stage, ascending: two for each of its rounds."""
    return tuple(level for level in range(1, rounds_per_stage(seats) + 1) for _ in range(2))


def hand_preservers(hand: Iterable[int]) -> int:
    """Return the life preservers that a hand is worth: the sum printed on it, rounded down."""
    return _sum_preservers(tuple(hand))


@lru_cache(maxsize=1024)  # A full hand is counted in every stage, and at every look at the table.
def _sum_preservers(hand: tuple[int, ...]) -> int:
    return sum([HALVES[card] for card in hand]) // 2
