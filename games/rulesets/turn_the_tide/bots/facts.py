"""The inputs of the network, about as large as 1: facts of the table, and of each card of the hand.

`packages/playouts/c/network.h` computes the same in C, for training; a test compares the two.
"""

from dataclasses import dataclass

from games.rulesets.turn_the_tide.bots.seen import Seen

BY_HABIT = 0.6
"""The weight of the habit in the guess at the others' cards; the rest is for any card."""
HABIT_OF_SO_MANY = 6
"""The size of hand from which on the lowest and highest cards are guessed as for this size."""
GAP = 0.3
"""The distance to the next card in the hand for the lowest and the highest one."""


@dataclass(frozen=True, slots=True)
class Other:
    """Another seat in the stage. `endangered`: its habit is to play the highest card."""

    known: int
    hidden: int
    cards: int
    endangered: bool


def table_and_card_facts(seen: Seen) -> tuple[list[float], list[list[float]]]:
    """Return the facts of the table, and those of each card of the hand."""
    seats = [seat for seat, out in enumerate(seen.eliminated) if not out and seat != seen.me]
    levels = sorted([seen.levels[seat] for seat in seats], reverse=True)
    top = max(levels[0], seen.levels[seen.me])
    others = [
        Other(
            seen.known[seat],
            seen.hidden[seat],
            seen.known[seat].bit_count() + seen.hidden[seat],
            seen.levels[seat] == top and seen.low < top,
        )
        for seat in seats
    ]
    table = _table_facts(seen, levels, [seen.preservers[seat] for seat in seats], others)
    cards = [_card_facts(seen, levels[0], card, others) for card in seen.hand]
    _add_hand_facts(seen, table, cards)
    return table, cards


def _table_facts(
    seen: Seen, levels: list[int], preservers: list[int], others: list[Other]
) -> list[float]:
    low, high, level = seen.low, seen.high, seen.levels[seen.me]
    highest, next_highest, *_ = *levels, 0
    left = seen.tides_left
    return [
        1.0,
        level / 12,
        highest / 12,
        next_highest / 12,
        low / 12,
        high / 12,
        level >= highest and level > 0,
        level > highest,
        level >= high,
        high >= highest,
        high >= next_highest,
        low < level,
        low >= highest,
        low == high,
        seen.preservers[seen.me] / 6,
        seen.preservers[seen.me] == 0,
        sum(preservers) / (6 * len(others)),
        min(preservers) == 0,
        len(others) / 5,
        seen.rounds_left / 12,
        sum(left) / len(left) / 12 if left else 0.5,
        0.0,  # how high the hand is: `_hand`
        levels.count(0) / 5,
        sum([other.endangered for other in others]) / 3,
        seen.cascade,
    ]


def _card_facts(seen: Seen, highest: int, card: int, others: list[Other]) -> list[float]:
    below = (1 << card) - 1
    unseen = seen.unseen.bit_count()
    share = (seen.unseen & below).bit_count() / unseen if unseen else 0.0
    # The probabilities that all others play lower, and all but one: by any card, and by habit.
    first = habit_first = 1.0
    second = habit_second = all_lower = 0.0
    for other in others:
        lower = ((other.known & below).bit_count() + other.hidden * share) / max(1, other.cards)
        by_habit = BY_HABIT * _by_habit(other, below, lower) + (1 - BY_HABIT) * lower
        all_lower += lower / len(others)
        second = second * lower + first * (1 - lower)
        first *= lower
        habit_second = habit_second * by_habit + habit_first * (1 - by_habit)
        habit_first *= by_habit
    low, high, level = seen.low, seen.high, seen.levels[seen.me]
    # A seat pays if it takes a tide or keeps its own and then no other seat is higher.
    first_pays = low == high and low >= highest
    second_pays = high >= highest
    none_pays = level >= highest and level >= high
    none = 1 - first - second
    habit_none = 1 - habit_first - habit_second
    pays = first * first_pays + second * second_pays + none * none_pays
    habit_pays = habit_second * second_pays, habit_none * none_pays
    return [
        all_lower,
        first,
        second,
        none,
        *(0.0, 0.0, 0.0, 0.0, 0.0),  # where it stands in the hand: `_hand`
        card / 60,
        first * (low < level),
        second * second_pays,
        none * none_pays,
        first * low / 12,
        second * high / 12,
        none * level / 12,
        pays,
        pays * (seen.preservers[seen.me] == 0),
        0.0,
        habit_first,
        habit_second,
        habit_first * (low < level),
        *habit_pays,
        sum(habit_pays) + habit_first * first_pays,
    ]


def _by_habit(other: Other, below: int, lower: float) -> float:
    """Return the probability that the card which `other` plays by habit is lower.

    The habit is the highest card in danger, else the lowest.
    """
    if not other.hidden:
        if other.endangered:
            return other.known <= below
        return (other.known & below) != 0
    times = min(other.cards, HABIT_OF_SO_MANY)
    return float(lower**times if other.endangered else 1 - (1 - lower) ** times)


def _add_hand_facts(seen: Seen, table: list[float], cards: list[list[float]]) -> None:
    """Add the place of each card in the hand to the facts: changes both lists."""
    last = len(cards) - 1
    heights = [card[0] for card in cards]
    for place, card in enumerate(cards):
        card[4] = place / last if last else 0.0
        card[5] = heights[place] - heights[place - 1] if place else GAP
        card[6] = heights[place + 1] - heights[place] if place < last else GAP
        card[7] = place == 0
        card[8] = place == last
        card[18] = card[4] * seen.rounds_left / 12
    table[21] = sum(heights) / len(heights)
