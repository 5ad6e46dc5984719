"""The clock of a game over the API: each seat's own deadline, her bank, the hours of play."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.app.api.calls import BANKS, HOUR, all_seal, banks, dues
from tests.app.api.events import data, log, sealing
from tests.app.api.refusals import nothing_changes, refused
from tests.moving_time import MONDAY, Time, moment
from tests.people import Person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("time")]


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


OFFICE = {
    "zone": "Europe/Berlin",
    "days": ["mon", "tue", "wed", "thu", "fri"],
    "from": "08:00",
    "to": "18:00",
}


# -- hours


def test_outside_of_the_hours_of_play_the_clock_stands_still(
    ann: Person, table: Callable[..., str], time: Time
) -> None:
    friday_at_five = datetime(2027, 3, 26, 16, tzinfo=UTC)
    time.comes(friday_at_five)
    game = table(clock={"per_turn": "PT2H", "hours": OFFICE})
    # On the Sunday between the clocks are put forward: nine in the morning is seven by UTC.
    due = datetime(2027, 3, 29, 7, tzinfo=UTC)
    assert dues(ann, game) == [due] * 3
    time.comes(due - timedelta(seconds=1))
    assert ann.sees(game)["turn"]["number"] == 1
    time.comes(due)
    assert ann.sees(game)["turn"]["number"] == 2
    assert dues(ann, game) == [due + 2 * HOUR] * 3


# -- what is no clock


def test_a_game_shows_the_clock_that_was_asked_for(ann: Person) -> None:
    days = [*reversed(OFFICE["days"])]
    asked = {**BANKS, "grace": "PT1H30M", "hours": {**OFFICE, "days": days}}
    shown = ann.sees(ann.opens(3, clock=asked))["clock"]
    wanted = {**asked, "grace": "PT90M", "hours": OFFICE, "ahead": None}
    assert {name: shown[name] for name in wanted} == wanted
