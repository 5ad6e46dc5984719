"""The two verifiers, and records for them."""

from collections.abc import Iterator
from copy import deepcopy
from itertools import count
from typing import Any

import pytest

from tests.thorough.verify.building import built
from tests.thorough.verify.verifiers import InJavaScript, InPython, Verifier

Json = dict[str, Any]

ALL_EXPANSIONS = {"expansions": ["coins", "shark_alert", "surfer", "baywatch"]}


@pytest.fixture(scope="session")
def javascript() -> Iterator[InJavaScript]:
    with InJavaScript() as verifier:
        yield verifier


@pytest.fixture(scope="session")
def both(javascript: InJavaScript) -> tuple[Verifier, Verifier]:
    return InPython(), javascript


@pytest.fixture(params=["Python", "JavaScript"])
def verifier(request: pytest.FixtureRequest, javascript: InJavaScript) -> Verifier:
    return javascript if request.param == "JavaScript" else InPython()


HAPPENS = {
    *("joined", "seat_taken", "host_changed", "sealed", "withdrawn", "replaced", "eliminated"),
    *("player", "bot", "order", "clock", "told in private"),
    *("a text for the seed", "nothing but answers in the last turn", "all in time"),
}
"""What the game of Turn the Tide to look at must have, for the tests of what changes of it lead to."""


@pytest.fixture(scope="session")
def _tide() -> Json:
    games = (built("turn_the_tide", {"edition": "amigo"}, 3, f"game {n}") for n in count())
    return next(game for game in games if set(happenings(game)) >= HAPPENS)


@pytest.fixture(scope="session")
def _high() -> Json:
    games = (built("high_tide", ALL_EXPANSIONS, 4, f"game {n}") for n in count())
    return next(game for game in games if {"coin_taken", "player"} <= set(happenings(game)))


def happenings(record: Json) -> Iterator[str]:
    """What happens in a game: types of events, who chose answers, and more by its name."""
    if any(record["fairness"]["entropy"]):
        yield "a text for the seed"
    events = record["log"]["events"]
    kinds = [event["type"] for event in events]
    last = len(kinds) - kinds[::-1].index("turn_opened")
    if all("turn" in event["data"] for event in events[last : kinds.index("turn_closed", last)]):
        yield "nothing but answers in the last turn"
    for event in events:
        yield event["type"]
        if event["type"] == "cards_revealed" and is_last(record, event["data"]["round"]):
            yield "a last card"
        if event["data"].get("replaces"):
            yield "replaced"
    for turn in record["turns"]:
        chosen_by = {played["by"] for played in turn["actions"]}
        yield from chosen_by
        if "player" in chosen_by <= {"player", "bot"}:
            yield "all in time"
        if turn["private"]["told"]:
            yield "told in private"


def is_last(record: Json, number: int) -> bool:
    """Whether a round of Turn the Tide is one in which everybody has one card left."""
    return number == len(record["setup"]["hands"][0])


@pytest.fixture
def tide(_tide: Json) -> Json:
    """The record of a game of Turn the Tide, for one test to change."""
    return deepcopy(_tide)


@pytest.fixture
def high(_high: Json) -> Json:
    """The record of a game of High Tide with all expansions, for one test to change."""
    return deepcopy(_high)


@pytest.fixture(scope="session")
def _hidden() -> Json:
    return built("high_tide", {**ALL_EXPANSIONS, "surfers": "hidden"}, 4, "hidden surfers")


@pytest.fixture
def hidden(_hidden: Json) -> Json:
    """The record of such a game with hidden surfer tiles, for one test to change."""
    return deepcopy(_hidden)
