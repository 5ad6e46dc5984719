"""The clock of a game over the API: each seat's own deadline, her bank, the hours of play."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest

from tests import dealing
from tests.app.api.clocks import BANKS, HOUR, all_seal, banks, dues
from tests.app.api.hearing import data, log, sealing
from tests.app.api.refusals import nothing_changes, refused
from tests.moving_time import MONDAY, Time, moment, standing
from tests.people import Person

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def time() -> Iterator[Time]:
    with dealing.alike(), standing() as time:
        yield time


def mine(person: Person, game: str) -> Any:
    return person.sees(game)["mine"]


# -- without banks


def test_each_question_states_its_deadline_and_what_is_played_then(
    ann: Person, table: Callable[..., str]
) -> None:
    game = table(clock={"per_turn": "PT10H"})
    shown = mine(ann, game)
    assert moment(shown["due_at"]) == MONDAY + 10 * HOUR
    assert (shown["bank"], shown["fallback_by"]) == (None, "clock")
    assert shown["fallback"] in shown["legal_actions"]
    assert dues(ann, game) == [MONDAY + 10 * HOUR] * 3
    (question,) = ann.get("/me/turns").json["results"]
    for name in ("due_at", "bank", "fallback", "fallback_by", "legal_actions"):
        assert question[name] == shown[name]


def test_who_is_not_asked_has_no_deadline(ann: Person, bob: Person, cat: Person) -> None:
    said = ann.post("/games", {"ruleset": "high_tide", "seat_count": 3})
    game = said.json["id"]
    bob.joins(game)
    cat.joins(game)
    (asked,) = ann.sees(game)["turn"]["asked"]
    for seat, person in enumerate((ann, bob, cat)):
        shown = mine(person, game)
        there = [shown[name] is not None for name in ("due_at", "fallback", "fallback_by")]
        assert there == [seat == asked["seat"]] * 3


def test_the_first_turn_has_the_grace_and_no_other(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], time: Time
) -> None:
    game = table(clock={"per_turn": "PT10H", "grace": "PT48H"})
    assert dues(ann, game) == [MONDAY + 58 * HOUR] * 3
    time.goes_on(hours=1)
    all_seal(game, ann, bob, cat)
    assert dues(ann, game) == [time.now + 10 * HOUR] * 3


# -- banks


def test_a_deadline_has_all_that_is_in_the_bank(
    ann: Person, bob: Person, table: Callable[..., str]
) -> None:
    game = table(clock=BANKS)
    assert dues(bob, game) == [MONDAY + 14 * HOUR] * 3
    assert (mine(ann, game)["bank"], banks(bob, game)) == ("PT4H", ["PT4H"] * 3)
    (opened,) = data(log(ann, game, "turn_opened"))
    assert [one["seat"] for one in opened["deadlines"]] == [0, 1, 2]
    assert {one["due_at"] for one in opened["deadlines"]} == {mine(ann, game)["due_at"]}


def test_what_is_used_beyond_the_time_of_a_turn_comes_out_of_her_own_bank(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], time: Time
) -> None:
    game = table(clock=BANKS)
    time.goes_on(hours=10)
    all_seal(game, ann)
    time.goes_on(hours=1.5)
    all_seal(game, bob)
    time.goes_on(hours=1.5)
    all_seal(game, cat)
    assert banks(ann, game) == ["PT4H", "PT210M", "PT2H"], "half an hour and an hour came back"
    assert [mine(one, game)["bank"] for one in (ann, bob, cat)] == banks(ann, game)
    left = [timedelta(hours=hours) for hours in (4, 3.5, 2)]
    assert dues(ann, game) == [time.now + 10 * HOUR + bank for bank in left]
    assert [moment(mine(one, game)["due_at"]) for one in (ann, bob, cat)] == dues(ann, game)


def test_a_bank_never_holds_more_than_at_first(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], time: Time
) -> None:
    game = table(clock=BANKS)
    for _ in range(3):
        time.goes_on(hours=1)
        all_seal(game, ann, bob, cat)
    assert banks(ann, game) == ["PT4H"] * 3


def test_without_an_increment_nothing_comes_back(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], time: Time
) -> None:
    game = table(clock={"per_turn": "PT10H", "bank": "PT4H"})
    time.goes_on(hours=13)
    all_seal(game, ann, bob, cat)
    time.goes_on(hours=1)
    all_seal(game, ann, bob, cat)
    assert banks(ann, game) == ["PT1H"] * 3


def test_who_misses_her_deadline_has_used_her_whole_bank(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], time: Time
) -> None:
    game = table(clock=BANKS)
    all_seal(game, bob, cat)
    time.passes(hours=15)
    assert banks(ann, game) == ["PT1H", "PT4H", "PT4H"], "the next question's hour is in it"
    assert mine(ann, game)["bank"] == "PT1H"


def test_who_thinks_again_pays_for_the_time_until_then(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], time: Time
) -> None:
    game = table(clock=BANKS)
    first, second, *_ = mine(ann, game)["legal_actions"]
    ann.seals(game, first)
    time.goes_on(hours=13)
    ann.seals(game, second)
    all_seal(game, bob, cat)
    assert banks(ann, game) == ["PT2H"] * 3


def test_the_same_answer_again_costs_no_time(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], time: Time
) -> None:
    game = table(clock=BANKS)
    card = mine(ann, game)["legal_actions"][0]
    ann.seals(game, card)
    time.goes_on(hours=13)
    ann.seals(game, card)
    all_seal(game, bob, cat)
    assert banks(ann, game) == ["PT4H", "PT2H", "PT2H"]


def with_unequal_banks(time: Time, table: Callable[..., str], *people: Person) -> str:
    """Turn 2 of a game in which seat 0 has one hour in her bank, and the others have four."""
    game = table(clock=BANKS)
    all_seal(game, *people[1:])
    time.goes_on(hours=14)
    all_seal(game, people[0])
    return game


def test_whose_time_is_up_is_played_for_while_others_still_have_time(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], time: Time
) -> None:
    game = with_unequal_banks(time, table, ann, bob, cat)
    fallback, other = mine(ann, game)["fallback"], mine(ann, game)["legal_actions"][1]
    time.passes(hours=11)
    seen = bob.sees(game)
    assert seen["turn"]["number"] == 2
    assert [one["answered"] for one in seen["turn"]["asked"]] == [True, False, False]
    receipt = mine(ann, game)["submission"]
    assert (receipt["turn"], receipt["seat"]) == (2, 0)
    assert data(log(bob, game, "sealed"))[-1] == sealing(receipt)
    with nothing_changes():
        refused(ann.seals(game, other), 409, "time_is_up")
        refused(ann.seals(game, fallback), 409, "time_is_up")
        refused(ann.delete(f"/games/{game}/turns/2/submission"), 409, "time_is_up")
        refused(ann.get(f"/games/{game}/turns/2/submission"), 404, "no_submission")
    all_seal(game, bob, cat)
    actions = bob.get(f"/games/{game}/turns/2").json["actions"]
    assert [one["by"] for one in actions] == ["clock", "player", "player"]
    assert actions[0]["action"] == fallback


def test_what_the_clock_has_played_is_sealed_like_anything_else(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], time: Time
) -> None:
    game = with_unequal_banks(time, table, ann, bob, cat)
    time.passes(hours=11)
    sealed = mine(ann, game)["submission"]
    assert sealed["by"] == "clock"
    for person in (bob, cat, Person()):
        said = person.get(f"/games/{game}/turns/2")
        assert said.json["actions"] is None
        assert sealed["receipt"] not in said.raw.decode()


def test_my_questions_are_in_the_order_of_my_own_deadlines(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], time: Time
) -> None:
    first = with_unequal_banks(time, table, ann, bob, cat)
    second = table(clock={"per_turn": "PT12H"})
    assert [one["game"] for one in ann.get("/me/turns").json["results"]] == [first, second]
    assert [one["game"] for one in bob.get("/me/turns").json["results"]] == [second, first]
    for person in (ann, bob):
        own = {one["game"]: one["due_at"] for one in person.get("/me/turns").json["results"]}
        assert own == {game: mine(person, game)["due_at"] for game in (first, second)}


def test_several_decisions_of_one_sitting_share_deadline_and_bank(
    ann: Person, bob: Person, cat: Person, time: Time
) -> None:
    game = ann.post("/games", {"ruleset": "high_tide", "seat_count": 3, "clock": BANKS}).json["id"]
    bob.joins(game)
    cat.joins(game)
    (asked,) = ann.sees(game)["turn"]["asked"]
    on_turn = (ann, bob, cat)[asked["seat"]]
    before = mine(on_turn, game)
    time.goes_on(hours=11)
    assert on_turn.seals(game, {"type": "decline"}).status == 200
    after = mine(on_turn, game)
    assert (after["due_at"], after["bank"]) == (before["due_at"], before["bank"])
    assert banks(ann, game)[asked["seat"]] == "PT3H", "what is left of it so far"
    time.goes_on(hours=1)
    assert on_turn.seals(game, {"type": "accept"}).status == 200
    assert banks(ann, game)[asked["seat"]] == "PT2H"
