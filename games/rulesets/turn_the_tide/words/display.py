"""The words that players of Turn the Tide may write."""

from collections.abc import Sequence

from games.rulesets.display import Display
from games.rulesets.kit.values import Json


class TurnTheTideText(Display):
    """The display of Turn the Tide. Numbers alone are a standing order."""

    verbs = {"play": ("spiel", "spiele", "spielen")}

    @classmethod
    def order_from_numbers(cls, numbers: Sequence[int]) -> Json:
        return {"plays": [{"card": card} for card in numbers]}
