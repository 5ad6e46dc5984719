"""Records as they should be: both verifiers find nothing wrong, and say the same."""

from itertools import combinations
from typing import Any

import pytest

from games.rulesets import registry
from tests.thorough.verify.building import built, sealed_up
from tests.thorough.verify.conftest import happenings
from tests.thorough.verify.tamper import EDITIONS, EXPANSIONS
from tests.thorough.verify.verifiers import Verifier, judged

Json = dict[str, Any]
Both = tuple[Verifier, Verifier]

CHECKS = [
    *("form", "chain", "seed", "draws", "log", "sealed", "times", "private", "names", "rules"),
    "whole",
]
TIDE = registry.RULESETS["turn_the_tide"]
EDITIONS_BY_SEATS = [
    (edition, seats) for edition in EDITIONS for seats in TIDE.seats_for({"edition": edition})
]
CHOICES = [list(some) for size in range(5) for some in combinations(EXPANSIONS, size)]


def says_the_same(both: Both, record: Json) -> tuple[str, ...]:
    """What both verifiers say of a record that is as it should be."""
    one, other = (judged(verifier, record) for verifier in both)
    assert one.sound, one
    assert other == one
    return one.lines


@pytest.mark.parametrize(("edition", "seats"), EDITIONS_BY_SEATS)
def test_turn_the_tide_in_every_edition(both: Both, edition: str, seats: int) -> None:
    record = built("turn_the_tide", {"edition": edition}, seats, f"{edition} {seats}")
    assert [line.split()[0] for line in says_the_same(both, record)] == CHECKS


@pytest.mark.parametrize("expansions", CHOICES, ids="+".join)
def test_high_tide_with_any_expansions(both: Both, expansions: list[str]) -> None:
    for seats in (3, 6) if "baywatch" in expansions else (4, 5):
        record = built("high_tide", {"expansions": expansions}, seats, f"{expansions} {seats}")
        says_the_same(both, record)


@pytest.mark.parametrize(
    "options",
    [
        {"beach_length": 8, "large_wave": 10, "small_wave": 10},
        {"beach_length": 40, "rental_start": 2, "large_wave": 1, "small_wave": 1},
        {"beach_length": 30, "rental_start": 7, "shark_distances": [10] * 7},
        {"coin_values": [90, 3, 80, 99, 1, 2, 70, 60], "rental_start": 3},
    ],
)
def test_high_tide_with_other_figures(both: Both, options: Json) -> None:
    for seats in (3, 4, 6):
        chosen = {"expansions": list(EXPANSIONS), **options}
        says_the_same(both, built("high_tide", chosen, seats, f"{options} {seats}"))


@pytest.mark.parametrize("expansions", [["surfer"], list(EXPANSIONS)], ids="+".join)
def test_high_tide_with_hidden_surfers(both: Both, expansions: list[str]) -> None:
    """The clock and orders go by what their seat knows: both have answered in these games."""
    happened: set[str] = set()
    for seats in (3, 4, 5, 6):
        options = {"expansions": expansions, "surfers": "hidden"}
        record = built("high_tide", options, seats, f"hidden {expansions} {seats}")
        assert "surfers hidden" in says_the_same(both, record)[0]
        happened |= {*happenings(record)}
    assert {"clock", "order", "surfers_revealed"} <= happened


@pytest.mark.parametrize("ruleset", ["turn_the_tide", "high_tide"])
def test_a_calm_game(both: Both, ruleset: str) -> None:
    record = built(ruleset, {}, 3, f"a calm game of {ruleset}", eventful=False)
    lines = says_the_same(both, record)
    actions = [played for turn in record["turns"] for played in turn["actions"]]
    assert lines[5].startswith(f"sealed   {len(actions)} sealed answers opened, 0 replaced")


def test_a_game_in_which_nobody_has_a_choice(both: Both) -> None:
    """With the rental on the second space every roll must be accepted, and none is taken."""
    options = {"rental_start": 2, "beach_length": 8, "large_wave": 10}
    record = built("high_tide", options, 3, "no choice")
    lines = says_the_same(both, record)
    assert record["turns"] == []
    assert lines[5].startswith("sealed   0 sealed answers opened")


def test_what_was_checked_is_counted(both: Both, high: Json) -> None:
    lines = says_the_same(both, high)
    draws = len(high["setup"]["chance"]) + len(high["end"]["chance"])
    draws += sum(len(turn["chance"]) for turn in high["turns"])
    assert lines[3].startswith(f"draws    {draws} draws from the seed")
    told = sum(len(turn["private"]["told"]) for turn in high["turns"])
    assert lines[7].startswith(f"private  {len(high['turns'])} private lists with {told} ")
    for stage in high["stages"]:
        assert f"stage {stage['stage']}: {' '.join(map(str, stage['scores']))}" in lines[9]


def test_the_logs_of_these_tests_tell_of_much_that_can_happen() -> None:
    """Otherwise the tests of honest records would show less than they seem to."""
    games = (built("turn_the_tide", {}, 3 + n % 3, f"much happens {n}") for n in range(12))
    assert {
        *("joined", "left", "stand_in", "returned", "seat_offered", "seat_taken"),
        *("deadlines_moved", "withdrawn", "replaced", "eliminated", "told in private"),
        *("player", "bot", "order", "clock", "a last card"),
    } <= {happening for game in games for happening in happenings(game)}


def test_an_event_of_a_type_that_is_not_known_does_no_harm(both: Both, tide: Json) -> None:
    events = tide["log"]["events"]
    chat = {"type": "greeting", "at": events[9]["at"], "data": {"seat": 7, "text": "¡Hola!"}}
    events.insert(10, chat)
    lines = says_the_same(both, sealed_up(tide))
    assert lines[1].startswith(f"chain    {len(events)} events")
