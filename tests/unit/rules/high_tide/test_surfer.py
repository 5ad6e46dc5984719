"""The Surfer expansion."""

import pytest

from games.rulesets.high_tide.rules.ruleset import HIGH_TIDE
from games.rulesets.high_tide.rules.scoring import beach_points
from tests.unit.rules.high_tide.tables import beach, lay

PINK, BLUE, GREEN = range(3)


def test_greens_surfer_in_the_water_of_yellow_gets_6_and_blue_next_on_the_beach_2() -> None:
    shore = beach(3, {GREEN: 21, BLUE: 15}, colour="yellow")
    points = beach_points(shore, 3, surfer=GREEN)
    assert (points[GREEN], points[BLUE]) == (6, 2)
    assert points[PINK] == 1


def test_pinks_surfer_chair_still_on_the_sand_of_black_is_removed_without_points() -> None:
    shore = beach(3, {PINK: 19, BLUE: 15, GREEN: 4})
    assert beach_points(shore, 3, surfer=PINK) == (0, 4, 2)


def test_a_surfer_at_the_bar_gets_2_instead_of_1() -> None:
    shore = beach(3, {BLUE: 15})
    assert beach_points(shore, 3, surfer=PINK) == (2, 4, 1)


def test_others_in_the_water_still_get_nothing() -> None:
    shore = beach(3, {GREEN: 21, BLUE: 21, PINK: 3})
    assert beach_points(shore, 3, surfer=GREEN) == (2, 0, 6)


def test_with_five_players_the_sand_behind_a_surfer_gets_2_and_1() -> None:
    shore = beach(5, {0: 21, 1: 15, 2: 12, 3: 11})
    assert beach_points(shore, 5, surfer=0) == (6, 2, 1, 0, 1)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_each_player_gets_a_beach_of_her_own(seats: int) -> None:
    surfers = lay(seats, expansions=["surfer"]).shown()["surfers"]
    assert len(set(surfers)) == seats


def test_a_surfer_in_the_water_ends_the_game_like_any_chair() -> None:
    # LoadedChance deals the beaches in order: black is seat 0's.
    table = lay(
        3,
        falls=["black 6", "white 1", "white 1", "blue 1", "purple 1", "orange 1"],
        expansions=["surfer"],
        chairs={"black": {0: 18}},
        rental_start=2,
    )
    result = HIGH_TIDE.game_result(table.state)
    assert result is not None
    assert table.stages[0].shown["ended_by"] == "flood"
    assert table.stages[0].shown["points"]["beaches"][0]["points"] == [
        6,
        1,
        1,
    ]  # The others are at the bar.
