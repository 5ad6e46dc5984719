"""Giving standing orders in a game."""

from tests.people import Person

BANKS = {"per_turn": "PT10H", "bank": "PT4H"}


def hand(person: Person, game: str) -> list[int]:
    held: list[int] = person.sees(game)["mine"]["hand"]
    return held


def orders(person: Person, game: str, *ranked: int, at_once: bool = False) -> None:
    plays = [{"card": card} for card in ranked]
    said = person.put(
        f"/games/{game}/standing-order", {"order": {"plays": plays}, "at_once": at_once}
    )
    assert said.status == 200, said.json


def plays(person: Person, game: str, card: int) -> None:
    assert person.seals(game, {"type": "play", "card": card}).status == 200
