"""The second scoring: right by the rules' own figures, and not to be fooled by a changed record."""

from copy import deepcopy
from typing import Any

import pytest

from tests.system.flows.scorer import Stage, disagreements

Json = dict[str, Any]


def table(*hands: set[int], cascade: bool = True) -> Stage:
    return Stage(list(hands), cascade)


def test_the_worked_example_of_the_rules() -> None:
    stage = table({44, 25, 26}, {27, 28, 29}, {16, 30, 31}, {2, 32, 33})
    before = list(stage.left)
    stage.play([4, 7], {0: 44, 1: 27, 2: 16, 3: 2})
    assert stage.level == [4, 7, 0, 0]
    assert stage.left == [before[0], before[1] - 1, before[2], before[3]]
    stage.left, stage.level = [2, 0, 3, 1], [9, 8, 7, 2]
    assert stage.points() == [2, 0, 3, 2]


def test_a_hand_is_worth_its_halves_rounded_down() -> None:
    assert table({12, 13, 24}, {25, 36, 37}, {48, 49, 60}).left == [1, 2, 0]


@pytest.mark.parametrize(("cascade", "left"), [(True, [0, 1, 0, 2]), (False, [0, 2, 0, 2])])
def test_after_an_elimination_the_next_highest_pays_in_some_editions(
    cascade: bool, left: list[int]
) -> None:
    stage = table({60, 1}, {59, 2}, {58, 3}, {57, 4}, cascade=cascade)
    stage.left, stage.level = [0, 2, 0, 2], [0, 5, 0, 0]
    stage.play([3, 9], {0: 60, 1: 2, 2: 58, 3: 4})
    assert stage.inside == {0, 1, 3}
    assert stage.left == left


def test_a_finished_game_is_agreed_with(record: Json) -> None:
    assert disagreements(record) == []


def change_a_stage_score(record: Json) -> None:
    record["stages"][1]["scores"][2] += 1


def change_the_result(record: Json) -> None:
    record["result"]["scores"][0] -= 1


def change_the_winners(record: Json) -> None:
    record["result"]["winners"] = [0, 1, 2, 3]


def exchange_the_cards_of_two_seats(record: Json) -> None:
    one, other = record["turns"][4]["actions"][:2]
    one["action"], other["action"] = other["action"], one["action"]


def play_a_card_twice(record: Json) -> None:
    record["turns"][1]["actions"][0]["action"] = record["turns"][0]["actions"][0]["action"]


def have_nobody_known_choose_a_card(record: Json) -> None:
    record["turns"][0]["actions"][0]["by"] = "nobody"


def leave_a_seat_out(record: Json) -> None:
    record["turns"][0]["actions"].pop()


def leave_the_last_turn_out(record: Json) -> None:
    record["turns"].pop()


def add_a_turn(record: Json) -> None:
    last = deepcopy(record["turns"][-1])
    last["number"] += 1
    record["turns"].append(last)


def reveal_a_tide_that_is_used_up(record: Json) -> None:
    first = record["turns"][0]["tides"][0]
    record["turns"][0]["tides"] = record["turns"][1]["tides"] = [first, first]


def hand_the_first_hand_to_the_right(record: Json) -> None:
    hands = record["setup"]["hands"]
    hands.append(hands.pop(0))


def deal_a_card_twice(record: Json) -> None:
    hands = record["setup"]["hands"]
    hands[0][0] = hands[1][0]


@pytest.mark.parametrize(
    "change",
    [
        change_a_stage_score,
        change_the_result,
        change_the_winners,
        exchange_the_cards_of_two_seats,
        play_a_card_twice,
        have_nobody_known_choose_a_card,
        leave_a_seat_out,
        leave_the_last_turn_out,
        add_a_turn,
        reveal_a_tide_that_is_used_up,
        hand_the_first_hand_to_the_right,
        deal_a_card_twice,
    ],
)
def test_a_record_that_was_changed_is_found_out(record: Json, change: Any) -> None:
    changed = deepcopy(record)
    change(changed)
    assert disagreements(changed) != []


def test_legal_exchanges_of_two_cards_of_one_seat_are_found_out_by_the_points(
    record: Json,
) -> None:
    """Now and then such an exchange comes to the same points, but not everywhere in a game."""
    found = 0
    for early, late in zip(record["turns"], record["turns"][1:], strict=False):
        if (early["stage"], early["asked"]) != (late["stage"], late["asked"]):
            continue
        changed = deepcopy(record)
        one, other = (changed["turns"][turn["number"] - 1]["actions"][0] for turn in (early, late))
        one["action"], other["action"] = other["action"], one["action"]
        found += any("is right" in said for said in disagreements(changed))
    assert found > 0
