"""Asking a standing order, and positions to ask it in."""

from dataclasses import dataclass
from typing import Any

from games.rulesets.high_tide.rules.ruleset import HIGH_TIDE
from tests.unit.rules.high_tide.tables import Table, lay

Json = dict[str, Any]


@dataclass
class Answer:
    """What the order comes to: the action as JSON, and pointer and code of each entry skipped."""

    action: Json | None
    skipped: list[tuple[str, str]]


def follow(table: Table, **order: list[Any]) -> Answer:
    """What the order answers for the first seat that is asked."""
    seat = table.asked()[0]
    followed = HIGH_TIDE.orders.follow(table.state, seat, HIGH_TIDE.orders.read(order))
    action = None if followed.action is None else HIGH_TIDE.write_action(followed.action)
    return Answer(action, [(entry.pointer, entry.code) for entry in followed.skipped])


def must_accept(**how: Any) -> Table:
    """Seat 0 holds B8 and can decline no more: black 6 orange 5, with two pairs on the track."""
    falls = ["white 1", "white 2", "blue 4", "blue 2", "black 6", "orange 5"]
    table = lay(falls=falls, expansions=["baywatch"], tiles={"B8": 0}, **how)
    table.answer(0, "decline")
    table.answer(0, "decline")
    assert table.types(0) == {"accept", "tile"}
    return table


def tile(name: str, **fields: Any) -> Json:
    return {"type": "tile", "tile": name, **fields}
