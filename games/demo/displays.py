"""Which games the demo can show. A new one is a file beside this one and a line here."""

from collections.abc import Mapping

from games.demo.display import Display
from games.demo.high_tide import HighTide
from games.demo.turn_the_tide import TurnTheTide

DISPLAYS: Mapping[str, type[Display]] = {
    "turn_the_tide": TurnTheTide,
    "high_tide": HighTide,
}
