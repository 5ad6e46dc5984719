"""What a standing order answers to each question that a player can be asked."""

from typing import Any

import pytest

from tests.unit.rules.high_tide.following import Answer, Json, follow, must_accept
from tests.unit.rules.high_tide.tables import Table, lay


def two_pairs(**how: Any) -> Table:
    """Seat 1 may roll, or take white 5 blue 2 from the top space or black 6 orange 3 below it."""
    falls = ["white 5", "blue 2", "black 6", "orange 3", "purple 1", "yellow 1"]
    table = lay(falls=falls, **how)
    table.answer(0, "decline")
    table.answer(0, "decline")
    assert table.types(1) >= {"roll", "take"}
    return table


WHITE_BLUE = {"type": "take", "space": 1}


BLACK_ORANGE = {"type": "take", "space": 2}


# -- nothing said


def test_a_decision_that_the_order_says_nothing_of_is_left_to_the_fallback() -> None:
    order: dict[str, list[Any]] = {"coins": [{"value": {"least": 3}}], "tiles": [{"tile": "B4"}]}
    assert follow(two_pairs(), **order) == Answer(None, [])
    assert follow(lay(falls=["white 5", "blue 2"]), **order) == Answer(None, [])


# -- roll or take


@pytest.mark.parametrize(
    ("wish", "taken"),
    [
        ({"total": {"least": 8}}, BLACK_ORANGE),
        ({"total": {"most": 8}}, WHITE_BLUE),
        ({"beaches": ["orange", "purple"]}, BLACK_ORANGE),
        ({"beaches": ["blue"]}, WHITE_BLUE),
        ({"avoid": ["black"]}, WHITE_BLUE),
        ({"avoid": ["yellow", "white"]}, BLACK_ORANGE),
        ({"total": {"least": 7}, "beaches": ["white", "black"], "avoid": ["orange"]}, WHITE_BLUE),
    ],
    ids=str,
)
def test_a_pair_is_taken_by_its_total_and_its_colours(wish: Json, taken: Json) -> None:
    assert follow(two_pairs(), take=[wish]) == Answer(taken, [])


def test_the_first_wish_that_a_pair_fits_comes_before_those_below() -> None:
    answer = follow(
        two_pairs(), take=[{"beaches": ["yellow"]}, {"beaches": ["orange"]}, {"dry": True}]
    )
    assert answer == Answer(BLACK_ORANGE, [("/take/0", "condition_not_met")])


def test_she_rolls_where_her_list_says_so() -> None:
    answer = follow(two_pairs(), take=[{"total": {"least": 10}}, "roll", {"dry": True}])
    assert answer == Answer({"type": "roll"}, [("/take/0", "condition_not_met")])


def test_where_she_cannot_roll_the_list_goes_on() -> None:
    table = lay(3, falls=["white 5", "blue 2", "black 6", "orange 3", "purple 1", "yellow 1"])
    table.answer(0, "decline")
    table.answer(0, "decline")
    table.answer(1, "roll")
    assert table.types(2) == {"take"}
    answer = follow(table, take=["roll", {"total": {"least": 8}}])
    assert answer == Answer(BLACK_ORANGE, [("/take/0", "not_on_offer")])


def test_if_no_wish_can_be_had_it_is_left_to_the_fallback() -> None:
    answer = follow(two_pairs(), take=[{"total": {"least": 10}}, {"beaches": ["yellow"]}])
    assert answer == Answer(
        None, [("/take/0", "condition_not_met"), ("/take/1", "condition_not_met")]
    )


def test_of_several_pairs_that_fit_she_takes_the_one_that_is_worth_most() -> None:
    # Third on white she would have nothing there, second on orange 2 points.
    table = two_pairs(chairs={"white": {0: 9, 2: 8}, "orange": {0: 9}})
    assert follow(table, take=[{"total": {"least": 2}}]).action == BLACK_ORANGE


def test_of_several_pairs_worth_the_same_she_takes_the_topmost() -> None:
    assert follow(two_pairs(), take=[{"total": {"least": 2}}]).action == WHITE_BLUE


def test_of_several_pairs_that_fit_a_dry_one_comes_first() -> None:
    table = two_pairs(chairs={"white": {1: 16}})
    assert follow(table, take=[{"total": {"least": 2}}]).action == BLACK_ORANGE


@pytest.mark.parametrize(("dry", "taken"), [(True, BLACK_ORANGE), (False, WHITE_BLUE)])
def test_a_pair_can_be_wished_for_because_it_keeps_dry_or_does_not(dry: bool, taken: Json) -> None:
    table = two_pairs(chairs={"white": {1: 16}})
    assert follow(table, take=[{"dry": dry}]).action == taken


def test_the_water_of_her_own_surfer_counts_as_dry() -> None:
    surfing = lay(falls=["black 5", "blue 2"], expansions=["surfer"], chairs={"black": {0: 19}})
    assert surfing.shown()["surfers"][0] == "black"
    assert follow(surfing, accept=[{"dry": True}]).action == {"type": "accept"}
    swimming = lay(falls=["white 5", "blue 2"], expansions=["surfer"], chairs={"white": {0: 19}})
    assert follow(swimming, accept=[{"dry": True}]).action == {"type": "decline"}


# -- accept or decline


@pytest.mark.parametrize(("least", "answer"), [(6, "accept"), (7, "accept"), (8, "decline")])
def test_a_roll_is_accepted_from_the_total_that_she_names(least: int, answer: str) -> None:
    table = lay(falls=["white 5", "blue 2"])
    assert follow(table, accept=[{"total": {"least": least}}]).action == {"type": answer}


def test_a_roll_is_accepted_if_it_fits_any_of_her_wishes() -> None:
    table = lay(falls=["white 5", "blue 2"])
    answer = follow(table, accept=[{"total": {"least": 9}}, {"beaches": ["blue"]}])
    assert answer == Answer({"type": "accept"}, [("/accept/0", "condition_not_met")])


def test_with_no_wish_at_all_every_roll_is_declined() -> None:
    assert follow(lay(falls=["white 6", "blue 6"]), accept=[]) == Answer({"type": "decline"}, [])


def test_a_wet_roll_is_not_accepted_by_who_wants_to_keep_dry() -> None:
    table = lay(falls=["white 4", "white 4"], chairs={"white": {0: 15}})
    assert follow(table, accept=[{"dry": True}]).action == {"type": "decline"}


def test_a_roll_that_cannot_be_declined_is_left_to_the_fallback() -> None:
    assert follow(must_accept(), accept=[{"total": {"least": 12}}]) == Answer(
        None, [("/accept/0", "condition_not_met"), ("/accept", "must_accept")]
    )


# -- re-roll


def taken(space: int, **how: Any) -> Table:
    """Seat 1 has taken the pair from this space: white 6 blue 1 from the top, or orange 3 black 2."""
    table = lay(falls=["white 6", "blue 1", "orange 3", "black 2", "purple 1", "yellow 1"], **how)
    table.answer(0, "decline")
    table.answer(0, "decline")
    table.answer(1, "take", space=space)
    assert table.decision() == "reroll"
    return table


@pytest.mark.parametrize(
    ("wishes", "dice"),
    [
        ([{"face": {"most": 2}}], ["right"]),
        ([{"face": {"least": 6}}], ["left"]),
        ([{"face": {"least": 1}}], ["left", "right"]),
        ([{"face": {"most": 2}}, {"beaches": ["white"]}], ["left", "right"]),
        ([{"beaches": ["blue", "black"]}], ["right"]),
        ([{"face": {"most": 2}, "beaches": ["white"]}], []),
        ([], []),
    ],
    ids=str,
)
def test_the_dice_that_fit_a_wish_are_re_rolled_and_no_others(
    wishes: list[Json], dice: list[str]
) -> None:
    assert follow(taken(1), reroll=wishes).action == {"type": "reroll", "dice": dice}


def test_a_wish_that_neither_die_fits_falls_through() -> None:
    answer = follow(taken(1), reroll=[{"beaches": ["yellow"]}, {"face": {"most": 1}}])
    assert answer == Answer(
        {"type": "reroll", "dice": ["right"]}, [("/reroll/0", "condition_not_met")]
    )


def test_if_only_one_die_may_be_re_rolled_the_first_wish_decides_which() -> None:
    wishes = [{"beaches": ["orange"]}, {"beaches": ["black"]}]
    assert follow(taken(2), reroll=wishes).action == {"type": "reroll", "dice": ["left"]}


def test_if_both_dice_fit_one_wish_and_only_one_may_be_re_rolled_it_is_the_right_one() -> None:
    answer = follow(taken(2), reroll=[{"face": {"most": 4}}, {"beaches": ["yellow"]}])
    assert answer == Answer({"type": "reroll", "dice": ["right"]}, [])


def test_the_die_that_walks_into_the_water_can_be_re_rolled() -> None:
    table = taken(1, chairs={"white": {1: 16}})
    assert follow(table, reroll=[{"dry": False}]).action == {"type": "reroll", "dice": ["left"]}
    assert follow(table, reroll=[{"dry": True}]).action == {"type": "reroll", "dice": ["right"]}


def test_two_dice_of_one_colour_walk_into_the_water_together() -> None:
    falls = ["white 3", "white 2", "purple 1", "yellow 1"]
    table = lay(falls=falls, chairs={"white": {1: 16}})
    table.answer(0, "decline")
    table.answer(0, "accept")
    table.answer(1, "take", space=1)
    assert follow(table, reroll=[{"dry": False}]).action == {
        "type": "reroll",
        "dice": ["left", "right"],
    }


# -- coins, which lie as LoadedChance lays them out: the value of each is the number of its space


def coins_of_two() -> Table:
    """Seat 0 has come to the blue coins of 3, 4 and 7."""
    table = lay(falls=["blue 4", "blue 3"], expansions=["coins"])
    table.answer(0, "accept")
    assert table.state.offers[0].spaces == (3, 4, 7)
    return table


def coin(space: int) -> Json:
    return {"type": "coin", "beach": "blue", "space": space}


@pytest.mark.parametrize(
    ("wish", "space"),
    [
        ({"beaches": ["blue"]}, 7),
        ({"value": {"most": 6}}, 4),
        ({"value": {"least": 3, "most": 3}, "beaches": ["white", "blue"]}, 3),
    ],
    ids=str,
)
def test_of_the_coins_that_fit_the_most_valuable_is_taken(wish: Json, space: int) -> None:
    assert follow(coins_of_two(), coins=[wish]) == Answer(coin(space), [])


def test_coins_are_left_where_her_list_says_so() -> None:
    answer = follow(coins_of_two(), coins=[{"value": {"least": 8}}, "pass"])
    assert answer == Answer({"type": "pass"}, [("/coins/0", "condition_not_met")])


def test_if_no_coin_fits_it_is_left_to_the_fallback() -> None:
    answer = follow(coins_of_two(), coins=[{"beaches": ["white"]}])
    assert answer == Answer(None, [("/coins/0", "condition_not_met")])
