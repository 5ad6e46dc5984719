"""Several Baywatch tiles in one go, and none."""

import pytest

from games.rulesets.refusal import Illegal
from tests.unit.rules.high_tide.holding import dice, holding

# -- together


def test_several_tiles_can_be_used_in_one_turn() -> None:
    table = holding(
        *("B4", "B5", "B6", "B7", "B9"), falls=("white 5", "blue 2", 4), chairs={"black": {0: 9}}
    )
    table.answer(0, "accept")
    table.use(0, "B5", die="right")
    table.use(0, "B6", left=1, right=-1)
    table.use(0, "B4", die="left", beach="yellow")
    table.use(0, "B7", die="right", colour="black")
    assert dice(table) == [("white", 6), ("black", 3)]
    table.use(0, "B9", die="right")
    assert table.asked() == (1,)
    assert [table.space(0, beach) for beach in ("white", "yellow", "black", "blue")] == [
        *(6, 6, 6, 0)
    ]
    assert [used["tile"] for used in table.shown()["baywatch"]["used"]] == [
        *("B5", "B6", "B4", "B7", "B9")
    ]


def test_b6_before_b5_still_counts_between_1_and_6() -> None:
    table = holding("B5", "B6", falls=("white 5", "blue 2", 6))
    table.answer(0, "accept")
    table.use(0, "B6", left=1, right=0)
    table.use(0, "B5", die="left")
    assert table.space(0, "white") == 6


def test_b1_and_b8_can_be_used_in_one_turn() -> None:
    table = holding("B1", "B8", seats=6)
    table.use(0, "B1")
    table.answer(0, "decline")
    table.use(0, "B8", space=1)
    table.answer(0, "reroll", dice=[])
    assert table.asked() == (1,)


def test_the_dice_are_moved_once_no_more_tile_is_wanted() -> None:
    table = holding("B5", falls=("white 5", "blue 2"))
    table.answer(0, "accept")
    table.answer(0, "move")
    assert table.space(0, "white") == 5
    assert table.state.baywatch is not None
    assert table.state.baywatch.holds_tile(0, "B5")


def test_a_tile_is_used_once() -> None:
    table = holding("B5", "B6", falls=("white 5", "blue 2", 4))
    table.answer(0, "accept")
    table.use(0, "B5", die="left")
    assert {way["tile"] for way in table.tiles(0)} == {"B6"}
    with pytest.raises(Illegal) as refusal:
        table.use(0, "B5", die="left")
    assert (refusal.value.code, refusal.value.pointer) == ("tile_not_held", "/tile")


def test_a_tile_of_somebody_else_cannot_be_used() -> None:
    table = holding("B5", seat=1)
    with pytest.raises(Illegal) as refusal:
        table.use(0, "B5", die="left")
    assert refusal.value.code == "tile_not_held"


def test_the_roll_stands_as_it_lies_without_tiles() -> None:
    table = holding()
    table.answer(0, "accept")
    assert table.asked() == (1,)
