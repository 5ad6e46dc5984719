"""The knowledge of a seat of Turn the Tide in a round, with all that it remembers.

A set of cards is an int whose bit c is card c, so the cards below another one are counted fast.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from games.rulesets.kit.values import Json
from games.rulesets.turn_the_tide.rules.cards import HALVES, WEATHER
from games.rulesets.turn_the_tide.rules.editions import EDITIONS


def as_bits(cards: Iterable[int]) -> int:
    """Return the set of these cards, each of which is there once."""
    return sum([1 << card for card in cards])


ALL = as_bits(WEATHER)
WITH_HALF, WITH_WHOLE = (
    as_bits([card for card in WEATHER if HALVES[card] == halves]) for halves in (1, 2)
)


@dataclass(frozen=True, slots=True)
class Seen:
    """The stage as its own seat sees it; lists are by seat, but for `hand` and `tides_left`."""

    me: int
    hand: list[int]
    """The cards of the seat, ascending."""
    known: list[int]
    """The cards known to be in the hand of each seat now."""
    hidden: list[int]
    """The number of other cards of each seat, known only to be among `unseen`."""
    unseen: int
    """The cards that this seat has never seen: they are in a hand, or out of the game."""
    worth: list[int]
    """The least that the hidden cards of a seat are worth in half preservers; it may be one more."""
    open: list[int]
    """The cards that all seats know to be in the hand of each, because they were played before."""
    hidden_from_all: list[int]
    """The number of other cards of each seat."""
    unseen_by_all: int
    """The cards that were never played."""
    levels: list[int]
    preservers: list[int]
    eliminated: list[bool]
    low: int
    high: int
    tides_left: list[int]
    """The tides still to come in this stage, ascending."""
    rounds_left: int
    """The number of rounds still to play, the open one included."""
    cascade: bool
    """True if the next highest seat pays in place of an eliminated one."""
    so_far: list[int]
    """The points of the stages before."""
    stages_left: int
    """The number of stages after this one."""

    @classmethod
    def from_views(cls, table: Json, mine: Json) -> "Seen":
        """Return the knowledge of a bot with these views."""
        me, remembered = mine["seat"], mine["remembered"]
        rows = table["seats"]
        played = [as_bits(row["played"]) for row in rows]
        before = _played_before(remembered["played"], len(rows))
        full = before.copy()
        former = len(remembered["held"])
        for stage, hand in enumerate(remembered["held"]):
            full[(me + former - stage) % len(rows)] = as_bits(hand)
        full[me] = as_bits(mine["hand"]) | played[me]
        known = [cards & ~gone for cards, gone in zip(full, played, strict=True)]
        open_ = [cards & ~gone for cards, gone in zip(before, played, strict=True)]
        left = [row["cards_left"] for row in rows]
        low, high = sorted(table["tides"])
        return cls(
            me=me,
            hand=mine["hand"],
            known=known,
            hidden=_count_hidden(left, known),
            unseen=ALL & ~_unite_sets([*full, *played]),
            worth=[
                2 * row["preservers_at_start"] - _count_halves(cards | gone)
                for row, cards, gone in zip(rows, known, played, strict=True)
            ],
            open=open_,
            hidden_from_all=_count_hidden(left, open_),
            unseen_by_all=ALL & ~_unite_sets([*before, *played]),
            levels=[row["tide_level"] for row in rows],
            preservers=[row["preservers"] for row in rows],
            eliminated=[row["eliminated"] for row in rows],
            low=low,
            high=high,
            tides_left=remembered["tides_left"],
            rounds_left=table["rounds"] - table["round"] + 1,
            cascade=EDITIONS[remembered["edition"]].cascade,
            so_far=[row["score"] for row in rows],
            stages_left=len(rows) - table["stage"],
        )


def _played_before(stages: list[list[list[int]]], seats: int) -> list[int]:
    """Return by seat the cards of its hand of now that were played in former stages.

    In each former stage a hand was with the seat to the right of the one that had it next.
    """
    played = [0] * seats
    for stage, cards in enumerate(stages):
        for seat, hand in enumerate(cards):
            played[(seat + len(stages) - stage) % seats] |= as_bits(hand)
    return played


def _count_hidden(left: list[int], known: list[int]) -> list[int]:
    return [count - cards.bit_count() for count, cards in zip(left, known, strict=True)]


def _count_halves(cards: int) -> int:
    return (cards & WITH_HALF).bit_count() + 2 * (cards & WITH_WHOLE).bit_count()


def _unite_sets(sets: list[int]) -> int:
    union = 0
    for cards in sets:
        union |= cards
    return union
