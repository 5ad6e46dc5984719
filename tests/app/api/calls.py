"""Calls that players make in games, and what a game shows of their effect."""

import base64
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlencode

from players.models import Player, Token
from tests.moving_time import moment
from tests.people import PASSWORD, Answer, Person

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
BANKS = {"per_turn": "PT10H", "bank": "PT4H", "increment": "PT1H"}
"""A clock with banks."""


# -- cards


def hand(person: Person, game: str) -> list[int]:
    held: list[int] = person.sees(game)["mine"]["hand"]
    return held


def play(card: int) -> dict[str, Any]:
    return {"type": "play", "card": card}


def seal_all(game: str, *people: Person) -> None:
    for person in people:
        assert person.seals_anything(game).status == 200


def played_card(person: Person, game: str, turn: int = 1, seat: int = 0) -> tuple[Any, str]:
    """Return the card that a seat has played in a closed turn, and who chose it."""
    actions = person.get(f"/games/{game}/turns/{turn}").json["actions"]
    (own,) = [one for one in actions if one["seat"] == seat]
    return own["action"].get("card"), own["by"]


# -- standing orders


def order_of(*ranked: int) -> dict[str, Any]:
    """Return the order to play these cards at Turn the Tide, the first that can be played."""
    return {"plays": [{"card": card} for card in ranked]}


def put_order(person: Person, game: str, order: Any, **more: Any) -> Answer:
    return person.put(f"/games/{game}/standing-order", {"order": order, **more})


# -- clocks


def deadlines(person: Person, game: str) -> list[datetime]:
    """Return the deadlines of all who are asked, as all may see them."""
    return [moment(asked["due_at"]) for asked in person.sees(game)["turn"]["asked"]]


def banks(person: Person, game: str) -> list[str]:
    return [seat["bank"] for seat in person.sees(game)["seats"]]


def vote_pause(person: Person, game: str, length: str = "PT48H") -> Answer:
    return person.put(f"/games/{game}/pause", {"length": length})


def end_pause(person: Person, game: str) -> Answer:
    return person.delete(f"/games/{game}/pause")


def day(year: int, month: int, day: int) -> datetime:
    return datetime(year, month, day, tzinfo=UTC)


def iso(when: datetime) -> str:
    return when.isoformat().replace("+00:00", "Z")


def post_vacation(person: Person, since: datetime, until: datetime) -> Answer:
    return person.post("/me/vacations", {"from": iso(since), "until": iso(until)})


def add_vacation(person: Person, since: datetime, until: datetime) -> str:
    """Announce a vacation; return its address."""
    said = post_vacation(person, since, until)
    assert said.status == 201, said.json
    return f"/me/vacations/{said.json['id']}"


# -- seats


def resign(person: Person, game: str) -> Answer:
    return person.post(f"/games/{game}/resign")


def offer_seat(host: Person, game: str, seat: int, player: str) -> Answer:
    return host.put(f"/games/{game}/seats/{seat}/offer", {"player": player})


def withdraw_offer(host: Person, game: str, seat: int) -> Answer:
    return host.delete(f"/games/{game}/seats/{seat}/offer")


def take_seat(person: Person, game: str, seat: int) -> Answer:
    return person.post(f"/games/{game}/seats/{seat}/accept")


def decline_seat(person: Person, game: str, seat: int) -> Answer:
    return person.post(f"/games/{game}/seats/{seat}/decline")


def seat_of(game: str, number: int, person: Person) -> Any:
    return person.sees(game)["seats"][number]


def hand_seat_on(game: str, giver: Person, host: Person, guest: Person, seat: int) -> None:
    """Have the giver resign the seat, the host offer it to the guest, and the guest take it."""
    assert resign(giver, game).status == 204
    assert offer_seat(host, game, seat, guest.name or "").status == 200
    assert take_seat(guest, game, seat).status == 200


# -- tokens


def with_test_token(person: Person) -> Person:
    said = person.post("/me/tokens", {"username": person.name, "password": PASSWORD, "test": True})
    assert (said.status, said.json["test"]) == (201, True), said.json
    return Person(said.json["token"], person.name)


def narrow_token(person: Person, *scopes: str) -> Person:
    """Return the player with another token, which has these scopes alone."""
    _, secret = Token.objects.issue(Player.objects.get(username=person.name), scopes=scopes)
    return Person(secret, person.name)


# -- pages


def cursor(**parts: str) -> str:
    """Return a cursor as a list would encode it."""
    return base64.b64encode(urlencode(parts).encode()).decode()


def walk_pages(person: Person, address: str | None, onwards: str = "next") -> Iterator[Any]:
    """Yield every page of a list from this address on, in one direction."""
    while address is not None:
        said = person.get(address.removeprefix("http://testserver"))
        assert said.status == 200, said.json
        yield said.json
        address = said.json[onwards]


def walk_list(person: Person, address: str) -> list[Any]:
    """Return the entries of all pages of a list. The way back has to show the same pages."""
    pages = list(walk_pages(person, address))
    back = [page["results"] for page in walk_pages(person, pages[-1]["previous"], "previous")]
    assert pages[0]["previous"] is None
    assert back[::-1] == [page["results"] for page in pages[:-1]]
    return [entry for page in pages for entry in page["results"]]
