"""The legal answers to a question as players read and write them, in every game.

Each has a number: its own where the game's sheet names answers by one, such as a card, else its place in the
list.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.text.displays import DISPLAYS
from games.text.sheets import make_sheet

Json = dict[str, Any]

EXAMPLES = 3
"""Answers in the order that is shown as an example."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal answer: its number, its form in a reply ("play 44"), and its words."""

    number: int
    written: str
    words: str
    action: Json


def choices(view: Mapping[str, Any]) -> list[Choice]:
    """Return the legal answers of the viewer's seat in their order, in the active language."""
    sheet = make_sheet(view)
    return [
        Choice(_choice_number(text, place), text, sheet.action_text(action), action)
        for place, (text, action) in enumerate(sheet.action_commands().items(), 1)
    ]


def typed(action: Json) -> str:
    """Return another form in which an action may be written: its type, then its values in order."""
    values = (value for name, value in action.items() if name != "type")
    return " ".join([str(action["type"]).replace("_", " "), *map(_value_text, values)]).strip()


def order_by_number(ruleset: str, known: Sequence[Choice]) -> str:
    """Return an example of a standing order by numbers; empty if the game has no such form."""
    numbers = [one.number for one in known[:: max(1, len(known) // EXAMPLES)][:EXAMPLES]]
    if not numbers or DISPLAYS[ruleset].order_from_numbers(numbers) is None:
        return ""
    return f"order {' '.join(map(str, numbers))}"


def _choice_number(text: str, place: int) -> int:
    found = re.search(r"\d+\Z", text)
    return int(found[0]) if found else place


def _value_text(value: Any) -> str:
    return " ".join(map(_value_text, value)) if isinstance(value, list) else str(value)
