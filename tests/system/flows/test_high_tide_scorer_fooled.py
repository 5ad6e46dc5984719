"""The second scoring of High Tide is not to be fooled: records that were changed are found out."""

from copy import deepcopy
from typing import Any

import pytest

from tests.system.flows.high_tide_scorer import disagreements
from tests.system.flows.records import EXPANSIONS, played

Json = dict[str, Any]


@pytest.fixture(scope="module")
def everything() -> Json:
    """A game of six in which every question is put, interrupts among them."""
    return played("high_tide", {"expansions": EXPANSIONS}, 6, "all of it 2")


def turn_of(record: Json, decision: str, **action: object) -> Json:
    """The first turn that decides this, with an action like this one."""
    turn: Json = next(
        turn
        for turn in record["turns"]
        if turn["decision"] == decision and action.items() <= turn["actions"][0]["action"].items()
    )
    return turn


def drawn(record: Json, purpose: str) -> Json:
    places = [record["setup"], *record["turns"], record["end"]]
    one: Json = next(
        one for place in places for one in place["chance"] if one["purpose"] == purpose
    )
    return one


def change_a_score(record: Json) -> None:
    record["result"]["scores"][0] += 1


def change_the_winners(record: Json) -> None:
    record["result"]["winners"] = [0, 1, 2, 3, 4, 5]


def score_before_the_end(record: Json) -> None:
    record["stages"][0]["scores"][2] = 1


def leave_a_stage_out(record: Json) -> None:
    record["stages"].pop()


def leave_the_last_turn_out(record: Json) -> None:
    record["turns"].pop()


def add_a_turn(record: Json) -> None:
    record["turns"].append({**record["turns"][-1], "number": len(record["turns"]) + 1})


def answer_for_another_seat(record: Json) -> None:
    action = turn_of(record, "accept")["actions"][0]
    action["seat"] = (action["seat"] + 1) % 6


def answer_twice(record: Json) -> None:
    actions = turn_of(record, "accept")["actions"]
    actions.append(actions[0])


def have_nobody_known_answer(record: Json) -> None:
    record["turns"][0]["actions"][0]["by"] = "nobody"


def decline_what_was_accepted(record: Json) -> None:
    turn_of(record, "accept", type="accept")["actions"][0]["action"] = {"type": "decline"}


def accept_what_was_declined(record: Json) -> None:
    turn_of(record, "accept", type="decline")["actions"][0]["action"] = {"type": "accept"}


def take_where_no_pair_lies(record: Json) -> None:
    turn_of(record, "choose", type="take")["actions"][0]["action"]["space"] = 7


def reroll_none(record: Json) -> None:
    turn = next(
        turn
        for turn in record["turns"]
        if turn["decision"] == "reroll" and turn["actions"][0]["action"]["dice"]
    )
    turn["actions"][0]["action"]["dice"] = []


def take_a_coin_from_afar(record: Json) -> None:
    action = turn_of(record, "coin", type="coin")["actions"][0]["action"]
    action["space"] = action["space"] % 8 + 1


def take_another_coin_of_the_colour(record: Json) -> None:
    last = [turn for turn in record["turns"] if turn["decision"] == "coin"][-1]
    turn_of(record, "coin", type="coin")["actions"][0]["action"] = last["actions"][0]["action"]


def use_a_tile_of_another_seat(record: Json) -> None:
    turn_of(record, "accept")["actions"][0]["action"] = {"type": "tile", "tile": "B8", "space": 1}


def use_no_tile(record: Json) -> None:
    turn_of(record, "tiles", type="tile")["actions"][0]["action"] = {"type": "move"}


def roll_a_seven(record: Json) -> None:
    drawn(record, "round 1 roll 2")["value"] = 7


def draw_a_die_that_is_not_there(record: Json) -> None:
    drawn(record, "round 1 draw 2")["value"] = ["green", "white"]


def draw_more_dice_than_the_bag_has(record: Json) -> None:
    for draw in range(1, 4):
        drawn(record, f"round 1 draw {draw}")["value"] = ["white", "white"]


def draw_for_something_else(record: Json) -> None:
    drawn(record, "round 2 draw 1")["purpose"] = "round 2 draw 2"


def alert_a_beach_twice_in_a_row(record: Json) -> None:
    drawn(record, "round 2 alert")["value"] = drawn(record, "round 1 alert")["value"]


def reveal_a_shark_that_is_not_there(record: Json) -> None:
    drawn(record, "round 1 shark")["value"] = [5]


def gain_a_tile_twice(record: Json) -> None:
    drawn(record, "baywatch tile 2")["value"] = drawn(record, "baywatch tile 1")["value"]


def let_two_surf_on_one_beach(record: Json) -> None:
    surfers = drawn(record, "surfer tiles")["value"]
    surfers[0] = surfers[1]


def exchange_two_surfers(record: Json) -> None:
    surfers = record["setup"]["surfers"]
    surfers[0], surfers[1] = surfers[1], surfers[0]


def lay_a_coin_twice(record: Json) -> None:
    coins = drawn(record, "white coins")["value"]
    coins[0] = coins[1]


def let_another_player_begin(record: Json) -> None:
    order = drawn(record, "start order")["value"]
    order.append(order.pop(0))
    record["setup"]["start_order"] = order


def lengthen_the_beaches(record: Json) -> None:
    record["options"]["beach_length"] = 40


def play_without_sharks(record: Json) -> None:
    record["options"]["expansions"].remove("shark_alert")


@pytest.mark.parametrize(
    "change",
    [
        change_a_score,
        change_the_winners,
        score_before_the_end,
        leave_a_stage_out,
        leave_the_last_turn_out,
        add_a_turn,
        answer_for_another_seat,
        answer_twice,
        have_nobody_known_answer,
        decline_what_was_accepted,
        accept_what_was_declined,
        take_where_no_pair_lies,
        reroll_none,
        take_a_coin_from_afar,
        take_another_coin_of_the_colour,
        use_a_tile_of_another_seat,
        use_no_tile,
        roll_a_seven,
        draw_a_die_that_is_not_there,
        draw_more_dice_than_the_bag_has,
        draw_for_something_else,
        alert_a_beach_twice_in_a_row,
        reveal_a_shark_that_is_not_there,
        gain_a_tile_twice,
        let_two_surf_on_one_beach,
        exchange_two_surfers,
        lay_a_coin_twice,
        let_another_player_begin,
        lengthen_the_beaches,
        play_without_sharks,
    ],
)
def test_a_record_that_was_changed_is_found_out(everything: Json, change: Any) -> None:
    changed = deepcopy(everything)
    change(changed)
    assert disagreements(changed) != []


def test_other_dice_that_could_have_fallen_are_found_out_by_what_follows(everything: Json) -> None:
    """Now and then a number more or less makes no difference, but not everywhere in a game."""
    found = {"scored otherwise": 0, "refused": 0, "no difference": 0}
    for place, turn in enumerate(everything["turns"]):
        for number, one in enumerate(turn["chance"]):
            if " roll " in one["purpose"]:
                changed = deepcopy(everything)
                changed["turns"][place]["chance"][number]["value"] = one["value"] % 6 + 1
                said = disagreements(changed)
                otherwise = any("is right" in each for each in said)
                how = "scored otherwise" if otherwise else "refused" if said else "no difference"
                found[how] += 1
    assert found["scored otherwise"] > 0
    assert found["refused"] > found["no difference"]
