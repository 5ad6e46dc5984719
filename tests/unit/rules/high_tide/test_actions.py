"""Actions as JSON, and those that are refused."""

from typing import Any

import pytest

from games.rulesets.high_tide.rules.ruleset import HIGH_TIDE
from games.rulesets.refusal import Illegal, Unreadable
from tests.unit.rules.high_tide.tables import lay


@pytest.mark.parametrize(
    ("raw", "pointer"),
    [
        ([], ""),
        ({"type": "tile"}, "/tile"),
        ({"type": "tile", "tile": "B10"}, "/tile"),
        ({"type": "take"}, "/space"),
        ({"type": "take", "space": 8}, "/space"),
        ({"type": "take", "space": True}, "/space"),
        ({"type": "reroll", "dice": ["left", "left"]}, "/dice"),
        ({"type": "reroll", "dice": ["middle"]}, "/dice/0"),
        ({"type": "coin", "beach": "red", "space": 1}, "/beach"),
        ({"type": "coin", "beach": "blue", "space": 9}, "/space"),
        ({"type": "tile", "tile": "B3", "beach": "blue", "steps": 3}, "/steps"),
        ({"type": "tile", "tile": "B4", "die": "top", "beach": "blue"}, "/die"),
        ({"type": "tile", "tile": "B6", "left": 2, "right": 0}, "/left"),
        ({"type": "tile", "tile": "B6", "left": 1}, "/right"),
    ],
)
def test_what_is_no_action_of_this_game_is_unreadable(raw: Any, pointer: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        HIGH_TIDE.read_action(raw)
    assert (refusal.value.code, refusal.value.pointer) == ("invalid_action", pointer)


@pytest.mark.parametrize(
    ("raw", "pointer"),
    [
        ({"type": "roll", "tile": "B1"}, "/tile"),
        ({"type": "tile", "tile": "B1", "space": 1}, "/space"),
    ],
)
def test_a_field_of_another_action_is_unknown(raw: Any, pointer: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        HIGH_TIDE.read_action(raw)
    assert (refusal.value.code, refusal.value.pointer) == ("unknown_field", pointer)


def test_the_order_in_which_dice_are_named_does_not_matter() -> None:
    one = HIGH_TIDE.read_action({"type": "reroll", "dice": ["right", "left"]})
    assert HIGH_TIDE.write_action(one) == {"type": "reroll", "dice": ["left", "right"]}


def test_a_seat_whose_turn_it_is_not_is_not_asked() -> None:
    table = lay()
    action = HIGH_TIDE.read_action({"type": "accept"})
    with pytest.raises(Illegal) as refusal:
        HIGH_TIDE.check_action(table.state, 1, action)
    assert refusal.value.code == "not_asked"


def test_after_the_end_nobody_is_asked() -> None:
    table = lay()
    table.fall_back(rounds=9)
    action = HIGH_TIDE.read_action({"type": "accept"})
    with pytest.raises(Illegal, match="The game is over") as refusal:
        HIGH_TIDE.check_action(table.state, 0, action)
    assert refusal.value.code == "not_asked"


def test_an_answer_to_another_question_is_not_for_now() -> None:
    table = lay()
    for raw in ({"type": "roll"}, {"type": "move"}, {"type": "pass"}):
        with pytest.raises(Illegal, match="whether to accept the roll") as refusal:
            table.answer(0, **raw)
        assert refusal.value.code == "not_now"
