"""The card that time plays for a seat that has not answered."""

from games.rules.turn_the_tide.cards import Play
from games.rules.turn_the_tide.state import State


def fallback(state: State, seat: int) -> Play:
    """The lowest card, to stay out of the way of the tides.

    But who shows the highest tide level and could take a lower tide plays her highest card for it.
    """
    plays, level = state.plays[seat], state.levels[seat]
    in_danger = level == max(state.levels)
    return plays[-1] if in_danger and min(state.tides) < level else plays[0]
