"""High Tide, by Dirk Henn: dice, deckchairs on six beaches, and waves."""

from games.rules.high_tide.ruleset import HighTide

__all__ = ["HIGH_TIDE", "HighTide"]

HIGH_TIDE = HighTide()
