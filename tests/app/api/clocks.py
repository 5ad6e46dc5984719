"""Clocks to open games with, and what a game says of deadlines and banks."""

from datetime import datetime, timedelta

from tests.moving_time import moment
from tests.people import Person

HOUR = timedelta(hours=1)
BANKS = {"per_turn": "PT10H", "bank": "PT4H", "increment": "PT1H"}


def dues(person: Person, game: str) -> list[datetime]:
    """The deadlines of all who are asked, as all may see them."""
    return [moment(asked["due_at"]) for asked in person.sees(game)["turn"]["asked"]]


def banks(person: Person, game: str) -> list[str]:
    return [seat["bank"] for seat in person.sees(game)["seats"]]


def all_seal(game: str, *people: Person) -> None:
    for person in people:
        assert person.seals_anything(game).status == 200
