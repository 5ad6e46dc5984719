"""The calls by which seats are given up and handed on."""

from typing import Any

from tests.people import Answer, Person


def resigns(person: Person, game: str) -> Answer:
    return person.post(f"/games/{game}/resign")


def offers(host: Person, game: str, seat: int, player: str) -> Answer:
    return host.put(f"/games/{game}/seats/{seat}/offer", {"player": player})


def withdraws(host: Person, game: str, seat: int) -> Answer:
    return host.delete(f"/games/{game}/seats/{seat}/offer")


def takes(person: Person, game: str, seat: int) -> Answer:
    return person.post(f"/games/{game}/seats/{seat}/take")


def declines(person: Person, game: str, seat: int) -> Answer:
    return person.post(f"/games/{game}/seats/{seat}/decline")


def seat_of(game: str, number: int, person: Person) -> Any:
    return person.sees(game)["seats"][number]


def handed_on(game: str, giver: Person, host: Person, guest: Person, seat: int) -> None:
    """A seat is resigned, offered and taken."""
    assert resigns(giver, game).status == 204
    assert offers(host, game, seat, guest.name or "").status == 200
    assert takes(guest, game, seat).status == 200
