"""Sealing a card of the hand."""

from typing import Any

from tests.people import Person


def hand(person: Person, game: str) -> list[int]:
    held: list[int] = person.sees(game)["mine"]["hand"]
    return held


def play(card: int) -> dict[str, Any]:
    return {"type": "play", "card": card}
