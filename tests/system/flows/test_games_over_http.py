"""Whole games over HTTP by a client that knows only the API's page, and what the verifier says of them."""

import hashlib
from collections.abc import Callable
from typing import Any

import pytest

from tests.sampling import stride
from tests.system.flows.client import Person
from tests.system.flows.table import play, seated, turn_the_tide
from tests.thorough.verify.verifiers import disagreements

TABLES = [
    (edition, seats)
    for edition, most in {"amigo": 5, "gamewright": 5, "bga": 6, "bga_modified": 6}.items()
    for seats in range(3, most + 1)
]


@pytest.mark.parametrize(("edition", "seats"), TABLES[:: stride(5)])
def test_a_game_is_played_to_its_end_and_scored_right(
    newcomers: Callable[[int], list[Person]], edition: str, seats: int
) -> None:
    bots = ["careful", "random", "random"][: seats - 2 - seats % 2]
    people = newcomers(seats - len(bots))
    played = play(people, turn_the_tide(edition), bots, seed=seats)
    record = played.record
    assert disagreements(record) == []
    assert record["options"] == {"edition": edition}
    seated = [one and record["players"][one] for one in record["seats"]]
    assert seated == [person.name for person in people] + [None] * len(bots)
    # What the game was committed to before anybody joined is what it was played with.
    seed = bytes.fromhex(record["fairness"]["server_seed"])
    commitment = played.opened["fairness"]["commitment"]
    assert commitment == f"sha256:{hashlib.sha256(seed).hexdigest()}"
    # Everybody moved for herself: the clock had no part in it.
    allowed = ["player"] * len(people) + ["bot"] * len(bots)
    for turn in record["turns"]:
        for action in turn["actions"]:
            assert action["by"] == allowed[action["seat"]]


def test_the_server_states_the_same_editions(newcomers: Callable[[int], list[Person]]) -> None:
    ruleset = newcomers(1)[0].get("/rulesets/turn_the_tide")
    stated = [
        (edition["id"], seats)
        for edition in ruleset["editions"]
        for seats in range(edition["seat_limits"]["least"], edition["seat_limits"]["most"] + 1)
    ]
    assert sorted(stated) == sorted(TABLES)


def test_the_list_of_questions_holds_my_own_and_nobody_elses(
    newcomers: Callable[[int], list[Person]],
) -> None:
    people = newcomers(3)
    amigo = turn_the_tide("amigo")
    games = [seated(people[shift:] + people[:shift], amigo, [])["id"] for shift in range(3)]
    for person in people:
        questions: list[dict[str, Any]] = person.get("/me/turns")["results"]
        assert sorted(question["game"] for question in questions) == sorted(games)
        for question in questions:
            mine = person.sees(question["game"])["mine"]
            assert question["seat"] == mine["seat"]
            assert question["legal_actions"] == mine["legal_actions"]
