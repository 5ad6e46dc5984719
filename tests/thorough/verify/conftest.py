"""The two verifiers, and records of games that were played on the server."""

from collections.abc import Callable, Iterator
from copy import copy, deepcopy
from functools import cache
from typing import Any

import pytest
from django.test import override_settings

from tests import proving
from tests.determinism import rolled_back
from tests.thorough.eventful_game import EXPANSIONS, EventfulGame, repeatable_games
from tests.thorough.verify.verifiers import InJavaScript, InPython, Verdict, Verifier, judged

Json = dict[str, Any]
Both = tuple[Verifier, Verifier]
QUICK = ["django.contrib.auth.hashers.MD5PasswordHasher"]
HIGH_TIDE = {"expansions": [*EXPANSIONS], "beach_length": 12, "surfers": "open"}
SETTINGS: dict[str, tuple[str, Json, int]] = {
    "tide": ("turn_the_tide", {"edition": "amigo"}, 3),
    "high": ("high_tide", HIGH_TIDE, 4),
    "hidden": ("high_tide", {**HIGH_TIDE, "surfers": "hidden"}, 4),
    "goofspiel": ("goofspiel", {}, 4),
}
HAPPENS = {
    "turn_the_tide": {"player", "order", "clock", "replaced", "withdrawn", "entropy_given"},
    "high_tide": {"player", "order", "clock", "coin_taken"},
    "goofspiel": {"player", "order", "clock", "replaced", "withdrawn"},
}
"""What each of the games has that tests change."""
MAX_TRIES = 20
CANCELLED: Json = {
    "game": "yrh8-1H3-fTs70kV",
    "status": "cancelled",
    "commitment": proving.written(bytes.fromhex("ab" * 32)),
    "entropy": None,
    "algorithm": "hmac-sha256-fisher-yates/1",
    "server_seed": "ab" * 32,
    "log": {"events": 3, "head": "sha256:" + "cd" * 32},
}
"""The proof of a game that was called off before it began."""


@pytest.fixture(scope="session")
def javascript() -> Iterator[InJavaScript]:
    with InJavaScript() as verifier:
        yield verifier


@pytest.fixture(scope="session")
def both(javascript: InJavaScript) -> Both:
    return InPython(), javascript


@pytest.fixture(scope="session")
def played(django_db_setup: None, django_db_blocker: Any) -> Callable[..., EventfulGame]:
    """Play the game of this name with other answers for another seed; each is played once."""

    @cache
    def play(name: str, seed: int = 0) -> EventfulGame:
        for number in range(MAX_TRIES * seed, MAX_TRIES * (seed + 1)):
            with (
                django_db_blocker.unblock(),
                rolled_back(),
                override_settings(PASSWORD_HASHERS=QUICK),
                repeatable_games() as time,
            ):
                game = EventfulGame(f"{name} {number}", time, SETTINGS[name])
            if happenings(game.record) >= HAPPENS[game.record["ruleset"]]:
                return game
        raise AssertionError("Too little happens.")

    return play


def happenings(record: Json) -> set[str]:
    """Return what happens in a game: types of events, and who chose answers."""
    events, turns = record["log"]["events"], record["turns"]
    return {
        *(event["type"] for event in events),
        *(told["type"] for turn in turns for told in turn["private"]["told"]),
        *(played["by"] for turn in turns for played in turn["actions"]),
        *("replaced" for event in events if event["data"].get("replaces")),
    }


@pytest.fixture
def evening(played: Callable[..., EventfulGame]) -> EventfulGame:
    """A game of Turn the Tide; its record, receipts and proofs are for one test to change."""
    game = copy(played("tide"))
    for name in ("record", "receipts", "proofs"):
        setattr(game, name, deepcopy(getattr(game, name)))
    return game


@pytest.fixture
def tide(evening: EventfulGame) -> Json:
    """The record of that game."""
    return evening.record


def seal_up(record: Json) -> Json:
    """Make all hashes again, as a forger can who may write all of a record."""
    events = record["log"]["events"]
    bound = {name: record[name] for name in record if name not in {"log", "players"}}
    events[-1]["data"]["record"] = proving.written(proving.canonical(bound))
    for number, event in enumerate(events, start=1):
        event["number"] = number
    for event, head in zip(events, proving.heads(record["game"], events), strict=True):
        event["hash"] = record["log"]["head"] = head
    return record


def judge_alike(
    both: Both, record: Json, *kept: Any, all_of: tuple[int, ...] | list[int] = ()
) -> Verdict:
    """Return what both verifiers say alike of a record beside what was kept."""
    files = [(f"{number}.json", one) for number, one in enumerate(kept)]
    one, other = (judged(verifier, record, files, all_of) for verifier in both)
    assert one == other
    return one
