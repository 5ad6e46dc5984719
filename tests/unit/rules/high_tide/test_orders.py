"""What a standing order answers to each question that a player can be asked."""

from typing import Any

import pytest

from games.rulesets.high_tide.rules.ruleset import HIGH_TIDE
from tests.unit.rules.high_tide.tables import Table, lay, write_answer

Json = dict[str, Any]
NOT_MET = "condition_not_met"


def follow(table: Table, **order: list[Any]) -> tuple[Any, ...]:
    """Return what the order answers for the first seat asked, in words, and what it skipped.

    A pointer alone is a condition that is not met.
    """
    seat = table.asked()[0]
    followed = HIGH_TIDE.orders.follow(table.state, seat, HIGH_TIDE.orders.read(order))
    action = followed.action and write_answer(HIGH_TIDE.write_action(followed.action))
    skipped = [(entry.pointer, entry.code) for entry in followed.skipped]
    codes = [at if code == NOT_MET else f"{at} {code}" for at, code in skipped]
    return (action, *codes)


def lay_two_pairs(**how: Any) -> Table:
    """Seat 1 may roll, or take white 5 blue 2 from the top space or black 6 orange 3 below it."""
    falls = "white 5, blue 2, black 6, orange 3, purple 1, yellow 1"
    return lay(falls, **how).play("decline, decline")


def lay_must_accept(**how: Any) -> Table:
    """Seat 0 holds B8 and can decline no more: black 6 orange 5, with two pairs on the track."""
    falls = "white 1, white 2, blue 4, blue 2, black 6, orange 5"
    return lay(falls, tiles="B8", **how).play("decline, decline")


# -- roll or take


@pytest.mark.parametrize(
    ("take", "answer"),
    [
        ([{"total": {"least": 8}}], ("take 2",)),
        ([{"total": {"most": 8}}], ("take 1",)),
        ([{"beaches": ["orange", "purple"]}], ("take 2",)),
        ([{"beaches": ["blue"]}], ("take 1",)),
        ([{"avoid": ["black"]}], ("take 1",)),
        ([{"avoid": ["yellow", "white"]}], ("take 2",)),
        (
            [{"total": {"least": 7}, "beaches": ["white", "black"], "avoid": ["orange"]}],
            ("take 1",),
        ),
        # Of several pairs worth the same, the topmost.
        ([{"total": {"least": 2}}], ("take 1",)),
        # The first wish that a pair fits, or the roll, comes before those below.
        ([{"beaches": ["yellow"]}, {"beaches": ["orange"]}, {"dry": True}], ("take 2", "/take/0")),
        ([{"total": {"least": 10}}, "roll", {"dry": True}], ("roll", "/take/0")),
        ([{"total": {"least": 10}}, {"beaches": ["yellow"]}], (None, "/take/0", "/take/1")),
    ],
    ids=str,
)
def test_a_pair_is_taken_by_its_total_and_its_colours(take: list[Any], answer: Any) -> None:
    assert follow(lay_two_pairs(), take=take) == answer


WET = {"white": {1: 16}}


@pytest.mark.parametrize(
    ("chairs", "wish", "answer"),
    [
        # Third on white she would have nothing there, second on orange 2 points.
        ({"white": {0: 9, 2: 8}, "orange": {0: 9}}, {"total": {"least": 2}}, "take 2"),
        # A dry one comes first, unless the wish says otherwise.
        (WET, {"total": {"least": 2}}, "take 2"),
        (WET, {"dry": True}, "take 2"),
        (WET, {"dry": False}, "take 1"),
    ],
)
def test_of_several_pairs_that_fit_she_takes_a_dry_one_that_is_worth_most(
    chairs: Any, wish: Json, answer: str
) -> None:
    assert follow(lay_two_pairs(chairs=chairs), take=[wish]) == (answer,)


def test_where_she_cannot_roll_the_list_goes_on() -> None:
    table = lay_two_pairs(seats=3).play("roll")
    answer = follow(table, take=["roll", {"total": {"least": 8}}])
    assert answer == ("take 2", "/take/0 not_on_offer")


# -- accept or decline


@pytest.mark.parametrize(
    ("falls", "situation", "accept", "answer"),
    [
        ("white 5, blue 2", {}, [{"total": {"least": 6}}], ("accept",)),
        ("white 5, blue 2", {}, [{"total": {"least": 7}}], ("accept",)),
        ("white 5, blue 2", {}, [{"total": {"least": 8}}], ("decline", "/accept/0")),
        (
            "white 5, blue 2",
            {},
            [{"total": {"least": 9}}, {"beaches": ["blue"]}],
            ("accept", "/accept/0"),
        ),
        ("white 6, blue 6", {}, [], ("decline",)),
        # Dice of one colour walk into the water together; the water of her own surfer is dry.
        (
            "white 4, white 4",
            {"chairs": {"white": {0: 15}}},
            [{"dry": True}],
            ("decline", "/accept/0"),
        ),
        (
            "black 5, blue 2",
            {"chairs": {"black": {0: 19}}, "expansions": ["surfer"]},
            [{"dry": True}],
            ("accept",),
        ),
        (
            "white 5, blue 2",
            {"chairs": {"white": {0: 19}}, "expansions": ["surfer"]},
            [{"dry": True}],
            ("decline", "/accept/0"),
        ),
    ],
)
def test_a_roll_is_accepted_if_it_fits_any_wish(
    falls: str, situation: Json, accept: list[Any], answer: Any
) -> None:
    assert follow(lay(falls, **situation), accept=accept) == answer


def test_a_decision_of_which_the_order_says_nothing_or_nothing_that_fits_is_left_to_time() -> None:
    order: dict[str, list[Any]] = {"coins": [{"value": {"least": 3}}], "tiles": [{"tile": "B4"}]}
    assert follow(lay_two_pairs(), **order) == (None,)
    assert follow(lay("white 5, blue 2"), **order) == (None,)
    assert follow(lay_must_accept(), accept=[{"total": {"least": 12}}]) == (
        *(None, "/accept/0", "/accept must_accept"),
    )


# -- re-roll


@pytest.mark.parametrize(
    ("space", "reroll", "answer"),
    [
        # White 6 blue 1 from the top space: the dice that fit a wish, and no others.
        (1, [{"face": {"most": 2}}], ("reroll right",)),
        (1, [{"face": {"least": 6}}], ("reroll left",)),
        (1, [{"face": {"least": 1}}], ("reroll left right",)),
        (1, [{"face": {"most": 2}}, {"beaches": ["white"]}], ("reroll left right",)),
        (1, [{"beaches": ["blue", "black"]}], ("reroll right",)),
        (1, [{"face": {"most": 2}, "beaches": ["white"]}], ("reroll", "/reroll/0")),
        (1, [], ("reroll",)),
        (1, [{"beaches": ["yellow"]}, {"face": {"most": 1}}], ("reroll right", "/reroll/0")),
        # Of orange 3 black 2 one may be re-rolled: the first wish decides which, else the right one.
        (2, [{"beaches": ["orange"]}, {"beaches": ["black"]}], ("reroll left",)),
        (2, [{"face": {"most": 4}}, {"beaches": ["yellow"]}], ("reroll right",)),
    ],
    ids=str,
)
def test_the_dice_that_fit_a_wish_are_re_rolled(
    space: int, reroll: list[Json], answer: Any
) -> None:
    table = lay("white 6, blue 1, orange 3, black 2, purple 1, yellow 1")
    assert follow(table.play(f"decline, decline, take {space}"), reroll=reroll) == answer


@pytest.mark.parametrize(
    ("falls", "dry", "answer"),
    [
        ("white 6, blue 1", False, "reroll left"),
        ("white 6, blue 1", True, "reroll right"),
        ("white 3, white 2", False, "reroll left right"),
    ],
)
def test_dice_that_walk_into_the_water_can_be_re_rolled(falls: str, dry: bool, answer: str) -> None:
    table = lay(f"{falls}, purple 1, yellow 1", chairs=WET).play("decline, accept, take 1")
    assert follow(table, reroll=[{"dry": dry}]) == (answer,)


# -- coins, which lie as LoadedChance lays them out: the value of each is the number of its space


@pytest.mark.parametrize(
    ("coins", "answer"),
    [
        ([{"beaches": ["blue"]}], ("coin blue 7",)),
        ([{"value": {"most": 6}}], ("coin blue 4",)),
        ([{"value": {"least": 3, "most": 3}, "beaches": ["white", "blue"]}], ("coin blue 3",)),
        ([{"value": {"least": 8}}, "pass"], ("pass", "/coins/0")),
        ([{"beaches": ["white"]}], (None, "/coins/0")),
    ],
    ids=str,
)
def test_of_the_coins_on_3_4_and_7_that_fit_the_most_valuable_is_taken(
    coins: list[Any], answer: Any
) -> None:
    table = lay("blue 4, blue 3", expansions=["coins"]).play("accept")
    assert follow(table, coins=coins) == answer


# -- tiles


def lay_accepted(tiles: str, **how: Any) -> Table:
    """Seat 0 has accepted white 5 blue 2 and may use her tiles."""
    return lay("white 5, blue 2", tiles=tiles, **how).play("accept")


# On orange five steps make her first where she was nothing; everywhere else she gains less.
ORANGE = {"orange": {0: 1, 1: 5, 2: 4}}
WHITE_AND_BLUE = {"white": {0: 17}, "blue": {0: 8}}


@pytest.mark.parametrize(
    ("held", "chairs", "tiles", "answer"),
    [
        # The first of the list that she holds, in the way that gains most, or keeps dry.
        (
            "B9 B7",
            {},
            [{"tile": "B4"}, {"tile": "B9"}, {"tile": "B7"}],
            ("B9 left", "/tiles/0 tile_not_held"),
        ),
        ("B4", ORANGE, [{"tile": "B4"}], ("B4 left orange",)),
        ("B9", WHITE_AND_BLUE, [{"tile": "B9"}], ("B9 left",)),
        ("B5", WHITE_AND_BLUE, [{"tile": "B5"}], ("B5 left",)),
        # It is kept unless it gains enough: here 4 points.
        ("B4", ORANGE, [{"tile": "B4", "gain": 3}], ("B4 left orange",)),
        ("B4", ORANGE, [{"tile": "B4", "gain": 4}], ("B4 left orange",)),
        ("B4", ORANGE, [{"tile": "B4", "gain": 5}], (None, "/tiles/0")),
        # Tiles of other questions are passed over without a word.
        ("B4", {}, [{"tile": "B1"}, {"tile": "B2"}, {"tile": "B8"}], (None,)),
    ],
)
def test_the_first_tile_of_the_list_that_gains_enough_is_used(
    held: str, chairs: Any, tiles: list[Json], answer: Any
) -> None:
    assert follow(lay_accepted(held, chairs=chairs), tiles=tiles) == answer


def test_tiles_are_used_one_after_the_other_and_then_she_moves() -> None:
    table = lay_accepted("B4 B6")
    for name in ("B6", "B4"):
        answer, *_ = follow(table, tiles=[{"tile": "B6"}, {"tile": "B4"}])
        assert answer.startswith(name)
        table.play(answer)
    assert table.asked() == (1,)


def test_b1_comes_before_the_choice_and_falls_through_without_a_rental() -> None:
    order: dict[str, list[Any]] = {"take": ["roll"], "tiles": [{"tile": "B1"}]}
    table = lay(seats=6, tiles={"B1": 1}).play("decline, accept")
    assert follow(table, **order) == ("B1",)
    assert follow(table.play("B1"), **order) == ("roll", "/tiles/0 tile_not_held")
    table = lay("white 5, blue 2", tiles={"B1": 1}, rental_start=7).play("decline, accept")
    assert follow(table, **order) == ("roll", "/tiles/0 not_on_offer")


def test_b2_is_used_as_soon_as_another_would_play_and_b3_on_the_chair_that_gains_most() -> None:
    assert follow(lay(tiles={"B2": 2}), tiles=[{"tile": "B2"}]) == ("B2",)
    table = lay(tiles={"B3": 1}, chairs={"orange": {1: 4, 0: 6, 2: 6}})
    assert follow(table, tiles=[{"tile": "B3", "gain": 4}]) == ("B3 orange 2",)


def test_b8_takes_the_best_pair_instead_of_a_roll_that_is_not_wanted_if_it_gains_enough() -> None:
    table = lay_must_accept(chairs={"white": {1: 9, 2: 8}})
    unwanted = follow(table, accept=[{"avoid": ["black"]}], tiles=[{"tile": "B8"}])
    assert unwanted == ("B8 2", "/accept/0")
    wanted = follow(lay_must_accept(), accept=[{"beaches": ["black"]}], tiles=[{"tile": "B8"}])
    assert wanted == ("accept",)
    table = lay("white 1, white 2, blue 4, orange 2", tiles="B8").play("decline")
    answer = follow(table, accept=[{"dry": False}], tiles=[{"tile": "B8", "gain": 3}])
    assert answer == ("decline", "/accept/0", "/tiles/0")
