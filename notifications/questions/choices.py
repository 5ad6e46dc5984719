"""The legal answers to a question as a person reads and writes them, whatever the game.

Each has a number: that of its own where the game's sheet names answers by one, such as a card, else its place
in the list.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.text.displays import DISPLAYS, SHEETS
from games.text.sheet import Sheet

Json = dict[str, Any]

EXAMPLES = 3
"""So many answers are in an order that is shown for an example."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal answer: its number, how it is written in a reply ("play 44"), and what it is in words."""

    number: int
    written: str
    words: str
    action: Json


def choices(view: Json) -> list[Choice]:
    """The legal answers of the viewer's seat, in their order; in words of the language that is active."""
    sheet = SHEETS.get(view["ruleset"], Sheet)(view)
    return [
        Choice(_number(text, place), text, sheet.action(action), action)
        for place, (text, action) in enumerate(sheet.commands().items(), 1)
    ]


def typed(action: Json) -> str:
    """An action as somebody may write it too: its type, and its values in the order of the rules."""
    values = (value for name, value in action.items() if name != "type")
    return " ".join([str(action["type"]).replace("_", " "), *map(_value, values)]).strip()


def order_by_number(ruleset: str, known: Sequence[Choice]) -> str:
    """A standing order of some of these, as it may be written; empty where none is as plain as that."""
    numbers = [one.number for one in known[:: max(1, len(known) // EXAMPLES)][:EXAMPLES]]
    if not numbers or DISPLAYS[ruleset].order(numbers) is None:
        return ""
    return f"order {' '.join(map(str, numbers))}"


def _number(text: str, place: int) -> int:
    found = re.search(r"\d+\Z", text)
    return int(found[0]) if found else place


def _value(value: Any) -> str:
    return " ".join(map(_value, value)) if isinstance(value, list) else str(value)
