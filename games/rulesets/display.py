"""The base of the games' displays: the words that a player may write to answer by mail.

`games.rulesets.game_package` registers the display and the sheet of each game.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from games.rulesets.kit.values import Json


class Display:
    """The display of a game. A game with words of its own overrides it.

    `verbs` are other words for types of actions, in any language, that a player may write.
    """

    verbs: ClassVar[Mapping[str, Sequence[str]]] = {}

    @classmethod
    def order_from_numbers(cls, numbers: Sequence[int]) -> Json | None:
        """Return the standing order of these numbers, best first; None if the game has no such orders."""
        return None


DISPLAYS: dict[str, type[Display]] = {}
SHEETS: dict[str, type[Any]] = {}
"""The classes of sheets (`games.rulesets.sheet`, which needs Django) of the games that have their own."""


def register_display(
    ruleset_id: str, display: type[Display] = Display, sheet: type[Any] | None = None
) -> None:
    """Register the display and the sheet of a game."""
    DISPLAYS[ruleset_id] = display
    if sheet is not None:
        SHEETS[ruleset_id] = sheet
