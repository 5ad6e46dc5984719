"""The card that the server plays for a seat that has not answered in time."""

from games.rules.turn_the_tide.cards import Play
from games.rules.turn_the_tide.state import TurnTheTideState


def choose_fallback(state: TurnTheTideState, seat: int) -> Play:
    """Return the lowest card, to avoid the tides.

    But a seat with the highest tide level that could take a lower tide plays its highest card for it.
    """
    plays, level = state.plays[seat], state.levels[seat]
    in_danger = level == max(state.levels)
    return plays[-1] if in_danger and min(state.tides) < level else plays[0]
