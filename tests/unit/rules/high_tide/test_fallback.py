"""What time plays for a seat that does not answer."""

from typing import Any

from games.rulesets.high_tide.rules.ruleset import HIGH_TIDE
from tests.unit.rules.high_tide.tables import Table, lay


def fallback(table: Table) -> dict[str, Any]:
    (seat,) = table.asked()
    return HIGH_TIDE.write_action(HIGH_TIDE.choose_fallback(table.state, seat))


def test_a_dry_roll_is_accepted() -> None:
    assert fallback(lay(falls=["white 5", "blue 2"])) == {"type": "accept"}


def test_a_roll_that_walks_into_the_water_is_declined() -> None:
    table = lay(falls=["white 5", "blue 2"], chairs={"white": {0: 16}})
    assert fallback(table) == {"type": "decline"}


def test_dice_of_one_colour_are_looked_at_together() -> None:
    table = lay(falls=["white 4", "white 4"], chairs={"white": {0: 15}})
    assert fallback(table) == {"type": "decline"}


def test_a_surfer_may_walk_into_its_own_water() -> None:
    table = lay(falls=["black 5", "blue 2"], chairs={"black": {0: 16}}, expansions=["surfer"])
    assert fallback(table) == {"type": "accept"}


def test_a_roll_that_must_be_accepted_is_accepted_whatever_comes() -> None:
    table = lay(
        falls=["white 1", "white 2", "blue 1", "blue 2", "black 6", "black 5"],
        chairs={"black": {0: 15}},
        expansions=["baywatch"],
        tiles={"B8": 0},
    )
    table.answer(0, "decline")
    table.answer(0, "decline")
    assert fallback(table) == {"type": "accept"}


def test_a_pair_that_gains_points_is_taken() -> None:
    table = lay(falls=["white 5", "blue 2", "black 1", "orange 1"])
    table.answer(0, "decline")
    table.answer(0, "accept")
    assert fallback(table) == {"type": "take", "space": 1}


def test_a_pair_that_walks_into_the_water_is_left() -> None:
    table = lay(
        falls=["white 5", "blue 2", "black 1", "orange 1"], chairs={"white": {1: 16, 2: 17}}
    )
    table.answer(0, "decline")
    table.answer(0, "accept")
    assert fallback(table) == {"type": "roll"}


def test_no_die_is_re_rolled_without_need() -> None:
    table = lay(falls=["white 5", "blue 2", "black 1", "orange 1"])
    table.answer(0, "decline")
    table.answer(0, "accept")
    table.answer(1, "take", space=1)
    assert fallback(table) == {"type": "reroll", "dice": []}


def test_a_die_that_walks_into_the_water_is_re_rolled() -> None:
    table = lay(falls=["white 5", "blue 2", "black 1", "orange 1"], chairs={"blue": {1: 19}})
    table.answer(0, "decline")
    table.answer(0, "accept")
    table.answer(1, "take", space=1)
    assert fallback(table) == {"type": "reroll", "dice": ["right"]}


def test_of_two_dice_of_a_colour_that_walk_into_the_water_together_one_is_re_rolled() -> None:
    table = lay(falls=["white 5", "white 4", "black 1", "orange 1"], chairs={"white": {1: 13}})
    table.answer(0, "decline")
    table.answer(0, "accept")
    table.answer(1, "take", space=1)
    assert fallback(table) == {"type": "reroll", "dice": ["left"]}


def test_the_best_coin_is_taken() -> None:
    table = lay(falls=["blue 4", "blue 3"], expansions=["coins"])
    table.answer(0, "accept")
    assert fallback(table) == {"type": "coin", "beach": "blue", "space": 7}


def test_no_tile_is_used() -> None:
    table = lay(expansions=["baywatch"], tiles={"B1": 0, "B3": 0, "B5": 0})
    assert fallback(table) == {"type": "pass"}
    table.answer(0, "pass")
    assert fallback(table) == {"type": "roll"}
    table.answer(0, "roll")
    table.answer(0, "accept")
    assert fallback(table) == {"type": "move"}
