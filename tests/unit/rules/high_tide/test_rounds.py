"""The end of a round and of the game, and scoring: "End of a round" and "Scoring" of the rules."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from games.rulesets.high_tide.rules.ruleset import HIGH_TIDE
from games.rulesets.high_tide.rules.scoring import beach_points
from games.rulesets.high_tide.rules.state import Phase
from tests.unit.rules.high_tide.tables import (
    BEIGE,
    BLUE,
    BROWN,
    GREEN,
    PINK,
    RED,
    Chairs,
    Table,
    lay,
    lay_beach,
)

ROLLS = "black 1, purple 1, black 1, purple 1, blue 1, orange 1"


def play_to_waves(last_pair: str, chairs: Chairs | None = None) -> Table:
    """Return a table at which every roll of round 1 stood, and then this pair brought the waves."""
    return lay(f"{ROLLS}, {last_pair}", 3, chairs=chairs, rental_start=2)


# -- 1 and 2: the last pair, and waves


def test_the_last_pair_white_5_black_3_brings_a_large_wave_on_white_a_small_one_on_black() -> None:
    table = lay("black 3, white 5", 3).play("decline, accept, roll, accept, roll")
    assert table.events_of("wave_laid")[:2] == [
        {"round": 1, "beach": "white", "size": "large", "water": 18, "flooded": []},
        {"round": 1, "beach": "black", "size": "small", "water": 19, "flooded": []},
    ]
    assert not table.events_of("last_pair_rolled")


def test_without_a_pair_left_two_dice_are_rolled_for_the_waves() -> None:
    table = play_to_waves("blue 2, white 4")
    rolled = table.events_of("last_pair_rolled")[0]
    assert (rolled["pair"]["left"], rolled["space"]) == ({"colour": "white", "face": 4}, 4)
    assert table.stages[0].shown["waves"] == [
        {"beach": "white", "size": "large", "water": 18, "flooded": []},
        {"beach": "blue", "size": "small", "water": 19, "flooded": []},
    ]


def test_two_dice_of_one_colour_bring_both_waves_to_one_beach() -> None:
    table = play_to_waves("white 2, white 4")
    assert [wave["water"] for wave in table.stages[0].shown["waves"]] == [18, 16]
    assert table.state.beach_of("white").waves[:2] == ("large", "small")


def test_the_bar_never_floods() -> None:
    shore = lay_beach(3, {1: 1}, dry=4).after_wave("large", 3).after_wave("large", 3)
    assert (shore.first_water_space, shore.flooded_seats, shore.at_bar) == (1, (1,), (0, 2))


# -- 3: the end of the game


def test_a_round_with_a_chair_in_the_water_is_finished_before_the_game_ends() -> None:
    table = lay("blue 6, white 1", 3, chairs={"blue": {0: 18}}).play("accept")
    assert table.state.has_flooded_chair
    assert table.asked() == (1,)
    table.fall_back()
    assert len(table.events_of("towel_placed")) == 3
    assert (table.asked(), table.state.round) == ((), 1)
    assert table.events_of("game_ended")[0]["ended_by"] == "flood"


@pytest.mark.parametrize(("space", "flooded"), [(18, [2]), (17, [])])
def test_a_wave_over_a_chair_ends_the_game(space: int, flooded: list[int]) -> None:
    table = play_to_waves("white 4, blue 2", {"white": {2: space}})
    assert table.events_of("wave_laid")[0]["flooded"] == flooded
    assert table.stages[0].shown["ended_by"] == ("flood" if flooded else None)


def test_the_game_ends_after_round_6_on_dry_sand_and_points_come_with_its_last_stage() -> None:
    table = lay(seats=3, beach_length=40, large_wave=1, small_wave=1)
    table.fall_back(rounds=9)
    assert [stage.number for stage in table.stages] == [1, 2, 3, 4, 5, 6]
    assert table.events_of("game_ended")[0]["ended_by"] == "last_round"
    assert not table.state.has_flooded_chair
    assert {stage.scores for stage in table.stages[:-1]} == {(0, 0, 0)}
    result = HIGH_TIDE.game_result(table.state)
    assert result is not None
    assert table.stages[-1].scores == result.scores
    assert table.stages[-1].shown["points"]["totals"] == list(result.scores)


# -- 4: the next round


def test_the_towel_nearest_the_bottom_plays_first_in_the_next_round() -> None:
    table = lay().play("decline, decline, take 1, reroll")
    table.fall_back()
    placed = [towel for towel in table.events_of("towel_placed") if towel["round"] == 1]
    order = [towel["seat"] for towel in sorted(placed, key=lambda it: -it["space"])]
    assert table.events_of("round_began")[1]["order"] == order
    assert table.stages[0].shown["order"] == order
    assert table.state.pile == tuple(order)


def test_all_dice_are_back_in_the_bag_for_the_next_round() -> None:
    table = lay(seats=5)
    table.fall_back()
    # The first player of round 2 has already drawn two of the eighteen.
    assert sum(table.view()["bag"].values()) == 16


@pytest.mark.parametrize(
    ("seats", "spaces", "points"),
    [
        # The examples of the black and of the purple beach: on one space the right one is ahead.
        (6, {BROWN: 8, BEIGE: 8, RED: 6, GREEN: 4, PINK: 3, BLUE: 1}, (1, 2, 0, 4, 0, 0)),
        (6, {RED: 21, BEIGE: 15, GREEN: 11, BROWN: 9}, (0, 1, 2, 4, 1, 1)),
        # The third place is worth 1 with five and six players only.
        (4, {0: 9, 1: 8, 2: 7, 3: 6}, (4, 2, 0, 0)),
        (5, {0: 9, 1: 8, 2: 7, 3: 6}, (4, 2, 1, 0, 1)),
        # Places that nobody fills are lost.
        (6, {3: 1}, (1, 1, 1, 4, 1, 1)),
        (3, {0: 21, 1: 21, 2: 21}, (0, 0, 0)),
    ],
)
def test_a_beach_gives_points_to_the_nearest_to_the_water_and_to_chairs_at_the_bar(
    seats: int, spaces: dict[int, int], points: tuple[int, ...]
) -> None:
    assert beach_points(lay_beach(seats, spaces), seats) == points


@pytest.mark.parametrize(
    ("seats", "spaces", "points"),
    [
        # The examples: green's surfer in the water, pink's on the sand. Then one at the bar.
        (3, {0: 21, 1: 15}, (6, 2, 1)),
        (3, {0: 19, 1: 15, 2: 4}, (0, 4, 2)),
        (3, {1: 15}, (2, 4, 1)),
        # Others in the water still get nothing.
        (3, {0: 21, 1: 21, 2: 3}, (6, 0, 2)),
        (5, {0: 21, 1: 15, 2: 12, 3: 11}, (6, 2, 1, 0, 1)),
    ],
)
def test_a_surfer_is_first_in_the_water_nothing_on_the_sand_and_worth_2_at_the_bar(
    seats: int, spaces: dict[int, int], points: tuple[int, ...]
) -> None:
    assert beach_points(lay_beach(seats, spaces), seats, surfer=0) == points


@pytest.mark.parametrize(
    ("chairs", "scores", "winners"),
    [
        (
            # black 4 2 1, purple 2 4 1, blue 0 0 1, orange 0 2 4, yellow 2 0 4, white 1 1 1
            {
                "black": {0: 5, 1: 3},
                "purple": {1: 5, 0: 3},
                "blue": {0: 21, 1: 21},
                "orange": {0: 7, 1: 7, 2: 7},
                "yellow": {1: 7, 2: 8, 0: 7},
            },
            (9, 9, 12),
            (2,),
        ),
        ({"black": {0: 5, 1: 3}, "purple": {1: 5, 0: 3}}, (10, 10, 6), (0, 1)),
    ],
)
def test_the_beaches_add_up_and_all_who_have_the_most_points_win(
    chairs: Chairs, scores: Sequence[int], winners: Sequence[int]
) -> None:
    table = lay(seats=3, chairs=chairs)
    assert table.view()["scores"] == [*scores]
    assert HIGH_TIDE.current_scores(table.state) == (0, 0, 0)
    result = HIGH_TIDE.game_result(replace(table.state, phase=Phase.OVER))
    assert result is not None
    assert (result.scores, result.winners) == (scores, winners)
