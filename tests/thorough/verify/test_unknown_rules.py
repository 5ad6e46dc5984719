"""A game whose rules no verifier knows: forgeries by somebody who can write all hashes again."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from games.rulesets import game_package
from tests.thorough.eventful_game import EventfulGame
from tests.thorough.verify.conftest import Both, Json, judge_alike, seal_up

pytestmark = pytest.mark.django_db


def test_both_verifiers_know_exactly_the_games_of_this_project(both: Both) -> None:
    """Whoever adds a game here is told what is missing; packages' games are theirs alone."""
    ours = {game.ruleset.id: game.ruleset.version for game in game_package.our_own_games()}
    for verifier in both:
        assert verifier.step("known") == ours, "verify: KNOWN and RULESETS in registry"


@pytest.fixture
def record(played: Callable[..., EventfulGame]) -> Json:
    """The record of a game of goofspiel, for one test to change."""
    return deepcopy(played("goofspiel").record)


def event_of(record: Json, kind: str, turn: int) -> tuple[int, Json]:
    """Return the place and the data of the event that opens or closes a turn."""
    return next(
        (number, event["data"])
        for number, event in enumerate(record["log"]["events"])
        if (event["type"], event["data"].get("turn")) == (kind, turn + 1)
    )


def change_answer(record: Json, is_meant: Callable[[Json, Json], bool], **changed: Any) -> str:
    """Change the first such answer of a player where it stands; return its place."""
    turn, number = next(
        (turn["number"] - 1, number)
        for turn in record["turns"]
        for number, played in enumerate(turn["actions"])
        if played["by"] == "player" and is_meant(turn, played)
    )
    for actions in both_lists(record, turn):
        actions[number] = {**actions[number], **changed}
    return f"/turns/{turn}/actions/{number}"


def both_lists(record: Json, turn: int) -> list[list[Json]]:
    return [record["turns"][turn]["actions"], event_of(record, "turn_closed", turn)[1]["actions"]]


def forge_bid(record: Json) -> str:
    first = record["turns"][0]["actions"][0]["action"]
    bid = {**first, "card": 14}
    return change_answer(record, lambda turn, played: True, action=bid)


def forge_clock_in_time(record: Json) -> str:
    return change_answer(record, lambda turn, played: True, by="clock") + "/by"


def forge_heading_told_alone(record: Json) -> str:
    event_of(record, "turn_opened", 2)[1]["wind"] = "west"
    return "/turns/2/wind"


def forge_deadline(record: Json) -> str:
    number, opening = event_of(record, "turn_opened", 2)
    deadline = opening["deadlines"][0]
    deadline["due_at"] = deadline["due_at"].replace("2027", "2028")
    return f"/log/events/{number}/data/deadlines/0/due_at"


def forge_winner(record: Json) -> str:
    for told in (record["result"], record["log"]["events"][-1]["data"]):
        told["winners"] = [(told["winners"][0] + 1) % 4]
    return "/result/winners/0"


def forge_points(record: Json) -> str:
    for told in (record["result"], record["log"]["events"][-1]["data"]):
        told["scores"][0] += 1
    return "/result/scores/0"


def forge_answers_of_one_alone(record: Json) -> str:
    for actions in both_lists(record, 0):
        del actions[1:]
    return "/turns/0/actions"


def forge_order(record: Json) -> str:
    """Say that an answer was by an order that the player never gave."""
    replaced = {
        (event["data"]["turn"], event["data"]["seat"])
        for event in record["log"]["events"]
        if event["type"] == "withdrawn" or event["data"].get("replaces")
    }
    return (
        change_answer(
            record,
            lambda turn, played: (turn["number"], played["seat"]) not in replaced,
            by="order",
        )
        + "/by"
    )


@pytest.mark.parametrize(
    ("forge", "check"),
    [
        (forge_bid, "sealed"),
        (forge_clock_in_time, "sealed"),
        (forge_heading_told_alone, "log"),
        (forge_deadline, "times"),
        (forge_winner, "rules"),
        (forge_points, "rules"),
        (forge_answers_of_one_alone, "rules"),
        (forge_order, "rules"),
    ],
)
def test_a_forgery_is_found(
    both: Both, record: Json, forge: Callable[[Json], str], check: str
) -> None:
    place = forge(record)
    verdict = judge_alike(both, seal_up(record))
    assert (verdict.check, verdict.place) == (check, place), verdict


def test_a_game_that_is_known_cannot_be_passed_off_as_another(both: Both, tide: Json) -> None:
    """Its rules would not be checked: that is said, and the status is not that of a good record."""
    tide["ruleset"] = tide["log"]["events"][0]["data"]["ruleset"] = "turn_the_tides"
    verdict = judge_alike(both, seal_up(tide))
    assert verdict.sound
    assert any(" NOT CHECKED: the rules of turn_the_tides" in line for line in verdict.lines)


@pytest.mark.parametrize(
    ("name", "sound"),
    [
        *((name, False) for name in ("", "Goofspiel", "g" * 41, "a b", "constructor\n", 7, None)),
        # A name that JavaScript has for itself is a name of a game like any other.
        ("constructor", True),
    ],
)
def test_the_id_of_a_ruleset_has_a_form(
    both: Both, record: Json, name: object, *, sound: bool
) -> None:
    record["ruleset"] = record["log"]["events"][0]["data"]["ruleset"] = name
    verdict = judge_alike(both, seal_up(record))
    assert verdict.sound is sound
    assert sound or (verdict.check, verdict.place) == ("form", "/ruleset")
