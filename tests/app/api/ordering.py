"""Giving standing orders at Turn the Tide, and reading what was played."""

from typing import Any

from tests.people import Answer, Person


def cards(*ranked: int) -> dict[str, Any]:
    return {"plays": [{"card": card} for card in ranked]}


def gives(person: Person, game: str, order: Any, **more: Any) -> Answer:
    return person.put(f"/games/{game}/standing-order", {"order": order, **more})


def played(person: Person, game: str, turn: int = 1, seat: int = 0) -> tuple[Any, str]:
    """The card that a seat has played in a closed turn, and who chose it."""
    actions = person.get(f"/games/{game}/turns/{turn}").json["actions"]
    (own,) = [one for one in actions if one["seat"] == seat]
    return own["action"].get("card"), own["by"]
