"""The card that time plays for a seat that has not answered."""

from games.rules.turn_the_tide.state import State


def fallback(state: State, seat: int) -> int:
    """The lowest card, to stay out of the way of the tides.

    But who shows the highest tide level and could take a lower tide plays her highest card for it.
    """
    hand = state.hand(seat)
    level = state.levels[seat]
    in_danger = level == max(state.levels)
    return hand[-1] if in_danger and min(state.tides) < level else hand[0]
