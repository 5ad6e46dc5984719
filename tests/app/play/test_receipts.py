"""A sealed answer is bound to its commitment, in all eyes, from the moment that it is sealed."""

import hashlib
from collections.abc import Callable
from typing import Any

import pytest

from tests.app.feeds.test_log_chain import canonical
from tests.people import Person

pytestmark = pytest.mark.django_db


def commitment(nonce: str, game: str, turn: int, seat: int, action: Any) -> str:
    bound = canonical({"action": action, "game": game, "seat": seat, "turn": turn})
    return f"sha256:{hashlib.sha256(bytes.fromhex(nonce) + bound).hexdigest()}"


def told(person: Person, game: str, kind: str) -> list[Any]:
    events = person.get(f"/games/{game}/events", page_size=100).json["results"]
    return [event["data"] for event in events if event["type"] == kind]


def test_the_receipt_opens_the_commitment_that_all_can_see(
    ann: Person, stranger: Person, table: Callable[..., str]
) -> None:
    game = table()
    receipt = ann.seals_anything(game).json
    bound = commitment(receipt["nonce"], game, 1, 0, receipt["action"])
    assert receipt["commitment"] == bound
    assert told(stranger, game, "sealed") == [
        {"turn": 1, "seat": 0, "commitment": bound, "replaces": None}
    ]


def test_an_answer_that_replaces_another_names_its_commitment(
    ann: Person, stranger: Person, table: Callable[..., str]
) -> None:
    game = table()
    first, second = ann.sees(game)["mine"]["legal_actions"][:2]
    before = ann.seals(game, first).json["commitment"]
    after = ann.seals(game, second).json["commitment"]
    assert told(stranger, game, "sealed")[1] == {
        "turn": 1,
        "seat": 0,
        "commitment": after,
        "replaces": before,
    }


def test_the_same_answer_again_is_bound_to_the_same(
    ann: Person, stranger: Person, table: Callable[..., str]
) -> None:
    game = table()
    action = ann.sees(game)["mine"]["legal_actions"][0]
    assert ann.seals(game, action).raw == ann.seals(game, action).raw
    assert len(told(stranger, game, "sealed")) == 1


def test_what_is_taken_back_is_named_by_its_commitment(
    ann: Person, stranger: Person, table: Callable[..., str]
) -> None:
    game = table()
    bound = ann.seals_anything(game).json["commitment"]
    ann.delete(f"/games/{game}/turns/1/submission")
    assert told(stranger, game, "withdrawn") == [{"turn": 1, "seat": 0, "commitment": bound}]


def test_the_same_card_is_bound_to_something_else_each_time(
    ann: Person, table: Callable[..., str]
) -> None:
    """Otherwise whoever tries all cards would find the one that was sealed."""
    game = table()
    action = ann.sees(game)["mine"]["legal_actions"][0]
    first = ann.seals(game, action).json
    ann.delete(f"/games/{game}/turns/1/submission")
    second = ann.seals(game, action).json
    assert first["nonce"] != second["nonce"]
    assert first["commitment"] != second["commitment"]


def test_every_nonce_is_opened_when_the_turn_closes(
    ann: Person, bob: Person, cat: Person, stranger: Person, table: Callable[..., str]
) -> None:
    game = table()
    receipts = [person.seals_anything(game).json for person in (ann, bob, cat)]
    (closed,) = told(stranger, game, "turn_closed")
    assert [action["nonce"] for action in closed["actions"]] == [
        receipt["nonce"] for receipt in receipts
    ]
    bound = {one["seat"]: one["commitment"] for one in told(stranger, game, "sealed")}
    for action in closed["actions"]:
        opened = commitment(action["nonce"], game, 1, action["seat"], action["action"])
        assert bound[action["seat"]] == opened


def test_nobody_else_sees_a_nonce_before(
    ann: Person, bob: Person, stranger: Person, table: Callable[..., str]
) -> None:
    game = table()
    nonce = ann.seals_anything(game).json["nonce"].encode()
    for person in (bob, stranger):
        for address in ("", "/events", "/turns/1", "/stages"):
            assert nonce not in person.get(f"/games/{game}{address}").raw
