"""What a standing order does with Baywatch tiles."""

from typing import Any

import pytest

from tests.unit.rules.high_tide.following import Answer, follow, must_accept, tile
from tests.unit.rules.high_tide.tables import Table, lay

# -- tiles


def holding(*tiles: str, seat: int = 0, **how: Any) -> Table:
    return lay(expansions=["baywatch"], tiles=dict.fromkeys(tiles, seat), **how)


def settled(*tiles: str, **how: Any) -> Table:
    """Seat 0 has accepted white 5 blue 2 and may use her tiles."""
    table = holding(*tiles, falls=["white 5", "blue 2"], **how)
    table.answer(0, "accept")
    assert table.decision() == "tiles"
    return table


def test_the_first_tile_of_the_list_that_she_holds_is_used() -> None:
    answer = follow(settled("B9", "B7"), tiles=[{"tile": "B4"}, {"tile": "B9"}, {"tile": "B7"}])
    assert answer.action is not None
    assert answer.action["tile"] == "B9"
    assert answer.skipped == [("/tiles/0", "tile_not_held")]


def test_tiles_of_other_questions_are_passed_over_without_a_word() -> None:
    answer = follow(settled("B4"), tiles=[{"tile": "B1"}, {"tile": "B2"}, {"tile": "B8"}])
    assert answer == Answer(None, [])


def test_a_tile_is_used_in_the_way_that_gains_most() -> None:
    # On orange five steps make her first where she was nothing; everywhere else she gains less.
    table = settled("B4", chairs={"orange": {0: 1, 1: 5, 2: 4}})
    assert follow(table, tiles=[{"tile": "B4"}]).action == tile("B4", die="left", beach="orange")


def test_a_tile_is_used_in_a_dry_way_if_there_is_one() -> None:
    table = settled("B9", chairs={"white": {0: 17}, "blue": {0: 8}})
    assert follow(table, tiles=[{"tile": "B9"}]).action == tile("B9", die="left")


def test_a_die_is_re_rolled_with_b5_where_that_is_worth_most_on_average() -> None:
    table = settled("B5", chairs={"white": {0: 17}, "blue": {0: 8}})
    assert follow(table, tiles=[{"tile": "B5"}]).action == tile("B5", die="left")


@pytest.mark.parametrize(
    ("gain", "used"), [(3, True), (4, True), (5, False)], ids=["less", "as much", "more"]
)
def test_a_tile_may_be_kept_unless_it_gains_enough(gain: int, used: bool) -> None:
    # With B4 her chair on orange is first: 4 points, and none before.
    table = settled("B4", chairs={"orange": {0: 1, 1: 5, 2: 4}})
    answer = follow(table, tiles=[{"tile": "B4", "gain": gain}])
    assert (answer.action is not None) == used
    assert answer.skipped == ([] if used else [("/tiles/0", "condition_not_met")])


def test_tiles_are_used_one_after_the_other_and_then_she_moves() -> None:
    table = settled("B4", "B6")
    order: dict[str, list[Any]] = {"tiles": [{"tile": "B6"}, {"tile": "B4"}]}
    for name in ("B6", "B4"):
        answer = follow(table, **order)
        assert answer.action is not None
        assert answer.action["tile"] == name
        table.answers({0: answer.action})
    assert table.asked() == (1,)


def test_b1_comes_before_the_choice() -> None:
    table = holding("B1", seat=1, seats=6)
    table.answer(0, "decline")
    table.answer(0, "accept")
    order: dict[str, list[Any]] = {"take": ["roll"], "tiles": [{"tile": "B1"}]}
    assert follow(table, **order) == Answer(tile("B1"), [])
    table.use(1, "B1")
    assert follow(table, **order) == Answer({"type": "roll"}, [("/tiles/0", "tile_not_held")])


def test_b1_without_a_rental_falls_through_to_the_choice() -> None:
    table = holding("B1", seat=1, falls=["white 5", "blue 2"], rental_start=7)
    assert table.state.track.rental is None
    table.answer(0, "decline")
    table.answer(0, "accept")
    assert follow(table, take=["roll"], tiles=[{"tile": "B1"}]) == Answer(
        {"type": "roll"}, [("/tiles/0", "not_on_offer")]
    )


def test_b2_is_used_as_soon_as_another_would_play() -> None:
    assert follow(holding("B2", seat=2), tiles=[{"tile": "B2"}]) == Answer(tile("B2"), [])


def test_b3_moves_the_chair_that_gains_most() -> None:
    table = holding("B3", seat=1, chairs={"orange": {1: 4, 0: 6, 2: 6}})
    answer = follow(table, tiles=[{"tile": "B3", "gain": 4}])
    assert answer.action == tile("B3", beach="orange", steps=2)


def test_b8_takes_the_pair_that_is_worth_most_instead_of_a_roll_that_is_not_wanted() -> None:
    order: dict[str, list[Any]] = {"accept": [{"avoid": ["black"]}], "tiles": [{"tile": "B8"}]}
    table = must_accept(chairs={"white": {1: 9, 2: 8}})
    answer = follow(table, **order)
    assert answer == Answer(tile("B8", space=2), [("/accept/0", "condition_not_met")])


def test_b8_is_not_spent_on_a_roll_that_is_wanted() -> None:
    order: dict[str, list[Any]] = {"accept": [{"beaches": ["black"]}], "tiles": [{"tile": "B8"}]}
    assert follow(must_accept(), **order) == Answer({"type": "accept"}, [])


def test_a_roll_that_is_not_wanted_is_declined_if_b8_would_not_gain_enough() -> None:
    falls = ["white 1", "white 2", "blue 4", "orange 2"]
    table = holding("B8", falls=falls)
    table.answer(0, "decline")
    answer = follow(table, accept=[{"dry": False}], tiles=[{"tile": "B8", "gain": 3}])
    assert answer == Answer(
        {"type": "decline"},
        [("/accept/0", "condition_not_met"), ("/tiles/0", "condition_not_met")],
    )
