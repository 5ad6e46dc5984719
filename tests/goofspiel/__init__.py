"""Goofspiel: a third game, which the server knows by the setting TIDE_RULESETS or as an installed package.

Sealed bids for prizes that are turned up one by one. Nothing outside this folder names it but the
settings of the tests and what is tested of it alone.
"""

from games.enrolment import Enrolment

from .bot import even
from .display import Bids
from .ruleset import GOOFSPIEL

__all__ = ["GAME"]

GAME = Enrolment(ruleset=GOOFSPIEL, bots={"even": even}, display=Bids)
