"""Goofspiel, sealed bids for prizes that are turned up one by one: a game as a package of its own."""

from games.rulesets.game_package import GamePackage

from .bot import even
from .ruleset import Goofspiel

GAME = GamePackage(ruleset=Goofspiel(), bots={"even": even})
