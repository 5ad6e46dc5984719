"""Goofspiel, sealed bids for prizes that are turned up one by one: a game as a package of its own."""

from games.enrolment import Enrolment

from .bot import even
from .ruleset import Goofspiel

GAME = Enrolment(ruleset=Goofspiel(), bots={"even": even})
