"""Time that one player gives another: told to all, and worked out again by both verifiers."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.app.api.calls import resigns
from tests.app.api.events import log
from tests.app.api.refusals import nothing_changes, refused
from tests.moving_time import MONDAY, Time, moment, standing
from tests.people import Answer, Person
from tests.thorough.verify.record_parts import events
from tests.thorough.verify.verifiers import Verifier, judged

pytestmark = pytest.mark.django_db
Json = dict[str, Any]


@pytest.fixture
def time() -> Iterator[Time]:
    with standing(MONDAY) as moving:
        yield moving


def gives(person: Person, game: str, seat: int) -> Answer:
    return person.post(f"/games/{game}/seats/{seat}/time")


def dues(person: Person, game: str) -> dict[int, Any]:
    asked = person.sees(game)["turn"]["asked"]
    return {one["seat"]: moment(one["due_at"]) for one in asked}


def late(before: dict[int, Any], after: dict[int, Any]) -> dict[int, float]:
    """By how many hours each deadline is later."""
    return {seat: (after[seat] - due).total_seconds() / 3600 for seat, due in before.items()}


def played(table: Callable[..., str], people: list[Person], time: Time, **clock: Any) -> str:
    """A game to its end, in which bob gives cat time and she uses some of it."""
    wish = {"clock": {"per_turn": "PT24H", "bank": "PT2H", **clock}}
    game = table(absence={"bot_after": 100}, **wish)
    ann, bob, cat = people
    assert gives(bob, game, 2).status == 200
    time.passes(hours=27)
    assert cat.sees(game)["turn"]["number"] == 1
    assert cat.seals_anything(game).status == 200
    while ann.sees(game)["status"] == "running":
        time.passes(hours=80)
    return game


@pytest.fixture
def people(ann: Person, bob: Person, cat: Person) -> list[Person]:
    return [ann, bob, cat]


# -- what it does


@pytest.mark.parametrize(("per_turn", "more"), [("PT24H", 24), ("PT1H", 1), ("P7D", 24)])
def test_it_adds_a_day_or_what_a_shorter_turn_has(
    people: list[Person], time: Time, table: Callable[..., str], per_turn: str, more: int
) -> None:
    ann, bob, cat = people
    game = table(clock={"per_turn": per_turn})
    before = dues(ann, game)
    assert gives(bob, game, 2).status == 200
    assert late(before, dues(ann, game)) == {0: 0, 1: 0, 2: more}
    given, moved = log(cat, game)[-2:]
    length = {24: "PT24H", 1: "PT1H"}[more]
    assert (given["type"], given["data"]["by"], given["data"]["seat"]) == ("time_given", 1, 2)
    assert given["data"]["length"] in {length, "P1D"}
    assert moved["type"] == "deadlines_moved"


def test_each_may_once_in_a_turn_and_what_is_given_adds_up(
    people: list[Person], time: Time, table: Callable[..., str]
) -> None:
    ann, bob, cat = people
    game = table()
    before = dues(ann, game)
    assert gives(ann, game, 2).status == gives(bob, game, 2).status == 200
    assert late(before, dues(ann, game))[2] == 48
    with nothing_changes():
        refused(gives(bob, game, 0), 409, "time_given")
    assert gives(cat, game, 0).status == 200
    for one in people:
        one.seals_anything(game)
    assert gives(bob, game, 2).status == 200


def test_the_clock_waits_for_her_alone_and_her_bank_is_left_alone(
    people: list[Person], time: Time, table: Callable[..., str]
) -> None:
    ann, bob, cat = people
    game = table(clock={"per_turn": "PT24H", "bank": "PT2H"})
    assert gives(bob, game, 2).status == 200
    time.passes(hours=27)
    asked = {one["seat"]: one["answered"] for one in ann.sees(game)["turn"]["asked"]}
    assert asked == {0: True, 1: True, 2: False}
    cat.seals_anything(game)
    assert [one["bank"] for one in ann.sees(game)["seats"]] == ["PT0S", "PT0S", "PT2H"]


def test_it_is_for_another_who_is_waited_for(
    people: list[Person], time: Time, table: Callable[..., str], dan: Person
) -> None:
    ann, bob, cat = people
    game = table()
    refused(gives(ann, game, 0), 409, "not_yourself")
    refused(gives(ann, game, 9), 404, "seat_not_found")
    refused(gives(dan, game, 0), 403, "not_a_player")
    cat.seals_anything(game)
    refused(gives(ann, game, 2), 409, "not_waited_for")
    resigns(bob, game)
    refused(gives(ann, game, 1), 409, "not_waited_for")
    refused(gives(bob, game, 0), 403, "not_a_player")
    time.goes_on(hours=24)
    refused(gives(cat, game, 0), 409, "not_waited_for")
    refused(gives(ann, ann.opens(3), 0), 409, "game_not_started")


def test_whose_part_a_bot_plays_gives_nothing(
    people: list[Person], time: Time, table: Callable[..., str]
) -> None:
    ann, bob, cat = people
    game = table(absence={"bot_after": 1})
    for one in (ann, cat):
        one.seals_anything(game)
    time.passes(hours=25)
    assert ann.sees(game)["seats"][1]["away"] == "absent"
    refused(gives(bob, game, 0), 403, "no_vote")


# -- what can be proved of it


OFFICE = {
    "zone": "Europe/Berlin",
    "days": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"],
    "from": "00:00",
    "to": "24:00",
}


@pytest.mark.parametrize("more", [{}, {"hours": OFFICE}, {"increment": "PT1H", "grace": "PT1H"}])
def test_both_verifiers_work_the_deadlines_out(
    both: tuple[Verifier, Verifier],
    people: list[Person],
    time: Time,
    table: Callable[..., str],
    more: Json,
) -> None:
    record = people[0].get(f"/games/{played(table, people, time, **more)}/record").json
    assert list(events(record, "time_given"))
    for verifier in both:
        verdict = judged(verifier, record)
        assert verdict.sound, verdict
