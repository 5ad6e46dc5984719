"""The end of a round, the next one, and the end of the game."""

from collections.abc import Mapping

import pytest

from games.rulesets.high_tide.rules.ruleset import HIGH_TIDE
from tests.unit.rules.high_tide.tables import Table, beach, lay


def one_round(*falls: str, chairs: Mapping[str, Mapping[int, int]] | None = None) -> Table:
    """Three players' rolls of round 1, then the last pair.

    With the rental on space 2 every roll stands, and the game plays itself to the end.
    """
    return lay(3, falls=falls, chairs=chairs, rental_start=2)


ROLLS = ("black 1", "purple 1", "black 1", "purple 1", "blue 1", "orange 1")


def test_the_last_pair_white_5_black_3_brings_a_large_wave_on_white_a_small_one_on_black() -> None:
    table = lay(3, falls=["black 3", "white 5"])
    table.answer(0, "decline")
    table.answer(0, "accept")
    for seat in (1, 2):
        table.answer(seat, "roll")
        if table.asked() == (seat,) and table.decision() == "accept":
            table.answer(seat, "accept")
    assert table.told("wave_laid")[:2] == [
        {"round": 1, "beach": "white", "size": "large", "water": 18, "flooded": []},
        {"round": 1, "beach": "black", "size": "small", "water": 19, "flooded": []},
    ]
    assert not table.told("last_pair_rolled")


def test_without_a_pair_left_two_dice_are_rolled_for_the_waves() -> None:
    table = one_round(*ROLLS, "blue 2", "white 4")
    assert table.told("last_pair_rolled")[0]["pair"]["left"] == {"colour": "white", "face": 4}
    assert table.told("last_pair_rolled")[0]["space"] == 4
    assert table.stages[0].shown["waves"] == [
        {"beach": "white", "size": "large", "water": 18, "flooded": []},
        {"beach": "blue", "size": "small", "water": 19, "flooded": []},
    ]


def test_two_dice_of_one_colour_bring_both_waves_to_one_beach() -> None:
    table = one_round(*ROLLS, "white 2", "white 4")
    assert [wave["water"] for wave in table.stages[0].shown["waves"]] == [18, 16]
    assert table.state.beach_of("white").waves[:2] == ("large", "small")


def test_the_bar_never_floods() -> None:
    shore = beach(3, {1: 1}, dry=4).after_wave("large", 3).after_wave("large", 3)
    assert shore.first_water_space == 1
    assert shore.flooded_seats == (1,)
    assert shore.at_bar == (0, 2)


def test_the_towel_nearest_the_bottom_plays_first_in_the_next_round() -> None:
    table = lay(4)
    table.answer(0, "decline")
    table.answer(0, "decline")
    table.answer(1, "take", space=1)
    table.answer(1, "reroll", dice=[])
    table.fall_back()
    towels = [placed["seat"] for placed in sorted(placed_in(table, 1), key=lambda it: it["space"])]
    assert table.told("round_began")[1]["order"] == towels[::-1]
    assert table.stages[0].shown["order"] == towels[::-1]
    assert table.state.pile == tuple(towels[::-1])


def placed_in(table: Table, round_: int) -> list[dict[str, int]]:
    return [placed for placed in table.told("towel_placed") if placed["round"] == round_]


def test_all_dice_are_back_in_the_bag_for_the_next_round() -> None:
    table = lay(5)
    table.fall_back()
    # The first player of round 2 has already drawn two of the eighteen.
    assert sum(table.shown()["bag"].values()) == 16


@pytest.mark.parametrize(("seats", "dice"), [(3, 2), (4, 2), (5, 3), (6, 3)])
def test_three_and_four_players_have_two_dice_of_each_colour(seats: int, dice: int) -> None:
    state = HIGH_TIDE.initial_state(HIGH_TIDE.read_options({}), seats, lay().chance)
    assert state.bag.count_by_colour == (dice,) * 6


def test_a_round_with_a_chair_in_the_water_is_finished_before_the_game_ends() -> None:
    table = lay(3, falls=["blue 6", "white 1"], chairs={"blue": {0: 18}})
    table.answer(0, "accept")
    assert table.state.has_flooded_chair
    assert table.asked() == (1,)
    table.fall_back()
    assert len(placed_in(table, 1)) == 3
    assert table.asked() == ()
    assert table.told("game_ended")[0]["ended_by"] == "flood"
    assert table.state.round == 1


def test_a_wave_over_a_chair_ends_the_game() -> None:
    table = one_round(*ROLLS, "white 4", "blue 2", chairs={"white": {2: 18}})
    assert table.told("wave_laid")[0]["flooded"] == [2]
    assert HIGH_TIDE.game_result(table.state) is not None


def test_a_wave_short_of_every_chair_does_not() -> None:
    table = one_round(*ROLLS, "white 4", "blue 2", chairs={"white": {2: 17}})
    assert table.stages[0].shown["ended_by"] is None


def test_the_game_ends_after_round_6_on_dry_sand() -> None:
    table = lay(3, beach_length=40, large_wave=1, small_wave=1)
    table.fall_back(rounds=9)
    assert [stage.number for stage in table.stages] == [1, 2, 3, 4, 5, 6]
    assert table.told("game_ended")[0]["ended_by"] == "last_round"
    assert not table.state.has_flooded_chair


def test_points_are_given_with_the_last_stage_only() -> None:
    table = lay(4)
    table.fall_back(rounds=9)
    assert {stage.scores for stage in table.stages[:-1]} == {(0, 0, 0, 0)}
    result = HIGH_TIDE.game_result(table.state)
    assert result is not None
    assert table.stages[-1].scores == result.scores
    assert table.stages[-1].shown["points"]["totals"] == list(result.scores)
