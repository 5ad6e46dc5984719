"""All that somebody can look at of a game, byte by byte."""

from dataclasses import dataclass

from tests.people import Person

OF_A_GAME = ("", "/events", "/stages", "/record", "/turns/1", "/turns/2")


@dataclass(frozen=True, slots=True)
class Look:
    """One answer: status, tag and body."""

    status: int
    tag: str | None
    body: bytes


def looks(person: Person, game: str) -> dict[str, Look]:
    """Every address that shows something of a game to this person, with what it answers."""
    addresses = [f"/games/{game}{rest}" for rest in OF_A_GAME]
    addresses += ["/games", "/rulesets", "/players/ann", "/players/bob", "/players/cat"]
    if person.token is not None:
        addresses += ["/me/turns", "/me/games", "/me/events", "/me/vacations"]
        addresses += [f"/games/{game}/turns/1/submission"]
    return {address: look(person, address) for address in addresses}


def look(person: Person, address: str) -> Look:
    said = person.get(address)
    return Look(said.status, said.headers.get("ETag"), said.raw_but_id)
