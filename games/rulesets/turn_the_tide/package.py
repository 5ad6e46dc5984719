"""Turn the Tide as the server plays it: rules, bots, words."""

from importlib import import_module

from games.rulesets import bots
from games.rulesets.game_package import GamePackage
from games.rulesets.turn_the_tide.bots.careful import careful
from games.rulesets.turn_the_tide.bots.expert import expert
from games.rulesets.turn_the_tide.bots.strong import strong
from games.rulesets.turn_the_tide.rules.ruleset import TURN_THE_TIDE
from games.rulesets.turn_the_tide.words.display import TurnTheTideText

PLAYOUTS = "tideapi_playouts"
INTERFACE = 2
"""Of the function `choose` in it; a package with another one is as good as none."""

GAME = GamePackage(
    ruleset=TURN_THE_TIDE,
    bots={"careful": careful, "strong": strong, "expert": expert},
    display=TurnTheTideText,
    sheet="games.rulesets.turn_the_tide.words.sheet:TurnTheTideSheet",
)


def give_playouts() -> None:
    """Give the bot `expert` the compiled code that it thinks with, where that is installed and fits."""
    try:
        found = import_module(PLAYOUTS)
    except ImportError:  # It is optional: docs/decisions/bots.md.
        found = None
    if found is not None and getattr(found, "INTERFACE", 1) == INTERFACE:
        expert.search = found.choose
        bots.UNAVAILABLE.pop("expert", None)
    else:
        expert.search = None
        bots.UNAVAILABLE["expert"] = "strong"


give_playouts()
