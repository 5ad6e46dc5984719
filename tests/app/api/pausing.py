"""The calls by which pauses are agreed to and ended."""

from datetime import timedelta

from tests.people import Answer, Person

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def agrees(person: Person, game: str, length: str = "PT48H") -> Answer:
    return person.put(f"/games/{game}/pause", {"length": length})


def ends(person: Person, game: str) -> Answer:
    return person.delete(f"/games/{game}/pause")
