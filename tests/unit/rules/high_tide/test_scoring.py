"""Points of a beach, and of all of them."""

from dataclasses import replace

from games.rulesets.high_tide.rules.ruleset import HIGH_TIDE
from games.rulesets.high_tide.rules.scoring import beach_points
from games.rulesets.high_tide.rules.state import Phase
from tests.unit.rules.high_tide.tables import BEIGE, BLUE, BROWN, GREEN, PINK, RED, beach, lay


def test_black_beach_of_six_the_right_one_of_two_on_a_space_ranks_ahead() -> None:
    shore = beach(6, {BROWN: 8, BEIGE: 8, RED: 6, GREEN: 4, PINK: 3, BLUE: 1})
    points = beach_points(shore, 6)
    assert points[BEIGE] == 4
    assert points[BROWN] == 2
    assert points[RED] == 1
    assert [points[seat] for seat in (GREEN, PINK, BLUE)] == [0, 0, 0]


def test_purple_beach_of_six_a_chair_in_the_water_is_removed_and_the_bar_gives_1() -> None:
    shore = beach(6, {RED: 16, BEIGE: 15, GREEN: 11, BROWN: 9}, dry=15)
    points = beach_points(shore, 6)
    assert points[RED] == 0
    assert [points[seat] for seat in (BEIGE, GREEN, BROWN)] == [4, 2, 1]
    assert [points[seat] for seat in (BLUE, PINK)] == [1, 1]


def test_the_third_place_is_worth_nothing_with_three_or_four_players() -> None:
    shore = beach(4, {0: 9, 1: 8, 2: 7, 3: 6})
    assert beach_points(shore, 4) == (4, 2, 0, 0)


def test_the_third_place_is_worth_1_with_five_players() -> None:
    shore = beach(5, {0: 9, 1: 8, 2: 7, 3: 6})
    assert beach_points(shore, 5) == (4, 2, 1, 0, 1)


def test_places_that_nobody_fills_are_lost() -> None:
    assert beach_points(beach(6, {3: 1}), 6) == (1, 1, 1, 4, 1, 1)
    assert beach_points(beach(3, {0: 21, 1: 21, 2: 21}), 3) == (0, 0, 0)


def test_the_beaches_add_up_and_the_best_share_the_win() -> None:
    table = lay(
        3,
        chairs={
            "black": {0: 5, 1: 3},
            "purple": {1: 5, 0: 3},
            "blue": {0: 21, 1: 21},
            "orange": {0: 7, 1: 7, 2: 7},
            "yellow": {1: 7, 2: 8, 0: 7},
        },
    )
    over = replace(table.state, phase=Phase.OVER)
    result = HIGH_TIDE.game_result(over)
    assert result is not None
    # black 4 2 1, purple 2 4 1, blue 0 0 1, orange 0 2 4, yellow 2 0 4, white 1 1 1
    assert result.scores == (9, 9, 12)
    assert result.winners == (2,)


def test_all_who_tie_for_the_most_points_win() -> None:
    table = lay(3, chairs={"black": {0: 5, 1: 3}, "purple": {1: 5, 0: 3}})
    result = HIGH_TIDE.game_result(replace(table.state, phase=Phase.OVER))
    assert result is not None
    assert result.scores == (10, 10, 6)
    assert result.winners == (0, 1)


def test_the_table_shows_the_points_as_they_stand_and_the_score_none_before_the_end() -> None:
    table = lay(3, chairs={"black": {0: 5, 1: 3}})
    assert table.shown()["scores"] == [9, 7, 6]
    assert HIGH_TIDE.current_scores(table.state) == (0, 0, 0)
