"""Options that are read, and nonsense that is refused in a clear sentence."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from games.rulesets.high_tide.rules.ruleset import HIGH_TIDE
from games.rulesets.refusal import Unreadable
from tests.unit.rules.high_tide.tables import lay


def test_without_a_word_it_is_the_base_game_with_the_figures_of_the_box() -> None:
    assert HIGH_TIDE.read_options({}) == {
        "expansions": [],
        "beach_length": 20,
        "rental_start": 4,
        "large_wave": 3,
        "small_wave": 2,
        "coin_values": [1, 2, 3, 4, 5, 6, 7, 8],
        "shark_distances": [1, 1, 2, 2, 3, 3, 4],
    }


def test_expansions_are_kept_in_one_order() -> None:
    options = HIGH_TIDE.read_options({"expansions": ["baywatch", "coins"]})
    assert options["expansions"] == ["coins", "baywatch"]


@pytest.mark.parametrize(
    ("place", "value", "says"),
    [
        ("expansions", "coins", "a list of some of: coins, shark_alert"),
        ("expansions", ["coins", "coins"], "only once"),
        ("expansions/0", ["volcano"], "one of: coins"),
        ("expansions/1", ["surfer", ["coins"]], "one of: coins"),
        ("beach_length", 7, "from 8 to 40"),
        ("beach_length", 20.0, "a whole number"),
        ("beach_length", True, "a whole number"),
        ("beach_length", None, "a whole number"),
        ("rental_start", 1, "from 2 to 7"),
        ("large_wave", 0, "from 1 to 10"),
        ("small_wave", 11, "from 1 to 10"),
        ("coin_values", [1, 2, 3], "a list of 8 whole numbers"),
        ("coin_values", [1, 2, 3, 4, 5, 6, 7, 7], "only once"),
        ("coin_values", {}, "a list of 8"),
        ("shark_distances/6", [1, 1, 2, 2, 3, 3, 0], "from 1 to 10"),
        ("shark_distances", [1, 1, 2, 2, 3, 3], "a list of 7"),
    ],
)
def test_nonsense_is_refused_with_its_name_and_what_it_must_be(
    place: str, value: Any, says: str
) -> None:
    name = place.partition("/")[0]
    with pytest.raises(Unreadable, match=says) as refusal:
        HIGH_TIDE.read_options({name: value})
    assert (refusal.value.code, refusal.value.pointer) == ("invalid_options", f"/{place}")
    assert name not in refusal.value.detail, "the pointer says it already"
    assert refusal.value.detail_with_place.startswith(f"/{place}: ")
    schema = Draft202012Validator(HIGH_TIDE.schemas.options)
    # JSON has one kind of number: its schema cannot tell 20.0 from 20.
    assert value == 20.0 or not schema.is_valid({name: value})


def test_options_that_are_no_object_are_refused() -> None:
    with pytest.raises(Unreadable) as refusal:
        HIGH_TIDE.read_options([])  # type: ignore[arg-type]
    assert refusal.value.pointer == ""


@pytest.mark.parametrize("seats", [2, 7])
def test_it_is_not_played_by_two_or_seven(seats: int) -> None:
    with pytest.raises(ValueError, match=str(seats)):
        HIGH_TIDE.initial_state(HIGH_TIDE.read_options({}), seats, lay().chance)


def test_the_options_change_the_table() -> None:
    table = lay(
        beach_length=12,
        large_wave=5,
        small_wave=1,
        expansions=["coins", "shark_alert"],
        coin_values=[80, 70, 60, 50, 40, 30, 20, 10],
        shark_distances=[7, 6, 5, 4, 3, 2, 1],
    )
    shown = table.shown()
    assert shown["beaches"][0]["water"] == 13
    assert shown["wave_lengths"] == {"large": 5, "small": 1}
    assert {coin["value"] for coin in shown["beaches"][0]["coins"]} == set(range(10, 90, 10))
    assert shown["shark_alert"]["sharks_left"] == [1, 2, 3, 4, 5, 6, 7]
