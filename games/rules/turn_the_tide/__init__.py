"""Turn the Tide, by Stefan Dorra: sealed weather cards, rising tides, life preservers."""

from games.rules.turn_the_tide.ruleset import TurnTheTide

__all__ = ["TURN_THE_TIDE", "TurnTheTide"]

TURN_THE_TIDE = TurnTheTide()
