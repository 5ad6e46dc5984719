"""In the place of tideapi_playouts."""

from games.rulesets.turn_the_tide.package import INTERFACE
from tests.thorough.bots.turn_the_tide.test_expert import search as choose

__all__ = ["INTERFACE", "choose"]
