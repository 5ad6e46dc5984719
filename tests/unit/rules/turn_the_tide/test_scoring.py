"""The points of a stage and the winners of a game."""

from dataclasses import replace

from games.rulesets.turn_the_tide.rules.course import lowest_tide_bonus, stage_scores
from games.rulesets.turn_the_tide.rules.ruleset import TURN_THE_TIDE
from tests.unit.rules.turn_the_tide.table import close_round


def test_the_published_example() -> None:
    levels, eliminated, left = (6, 9, 4, 2), (False,) * 4, (2, 0, 3, 1)
    assert stage_scores(left, eliminated, lowest_tide_bonus(levels, eliminated)) == (2, 0, 3, 2)


def test_the_lowest_tide_level_earns_one_point() -> None:
    step = close_round([44, 27, 16], tides=(4, 7), levels=[0, 0, 2], number=12)
    assert step.stages[0].scores == (3, 2, 3 + 1)


def test_no_tide_card_is_the_lowest_level_and_all_without_one_share_the_bonus() -> None:
    step = close_round([44, 27, 16, 8], tides=(4, 7), number=12)
    assert step.stages[0].scores == (3, 2, 3 + 1, 3 + 1)


def test_a_tie_for_the_lowest_level_shares_the_bonus() -> None:
    step = close_round([44, 27, 16, 8], tides=(4, 7), levels=[0, 0, 4, 9], number=12)
    assert step.stages[0].shown["bonus"] == [1, 0, 1, 0]


def test_the_eliminated_lose_a_point_and_have_no_part_in_the_bonus() -> None:
    step = close_round([44, None, 16, 8], tides=(4, 7), levels=[0, 0, 0, 3], number=12)
    assert step.stages[0].scores == (3, -1, 2, 3 + 1)
    assert step.stages[0].shown["bonus"] == [0, 0, 0, 1]


def test_who_has_no_preserver_left_scores_nothing() -> None:
    step = close_round([44, 27, 16], tides=(4, 7), preservers=[3, 1, 3], number=12)
    assert step.stages[0].scores[1] == 0


def test_a_finished_stage_shows_how_it_ended() -> None:
    step = close_round([44, 27, 16], tides=(4, 7), preservers=[3, 0, 3], number=5)
    (end,) = step.stages
    assert end.number == 1
    assert end.shown["rounds"] == 5
    assert end.shown["tide_levels"] == [4, 0, 0]
    assert end.shown["preservers"] == [3, 0, 3]
    assert end.shown["eliminated"] == [False, True, False]
    assert end.shown["bonus"] == [0, 0, 1]
    assert end.shown["played"] == [[44], [27], [16]]


def test_the_most_points_win_and_a_tie_is_a_shared_win() -> None:
    over = close_round([44, 27, 16], tides=(4, 7), number=12, stage=3).state
    result = TURN_THE_TIDE.game_result(
        replace(over, stage_scores=((1, 2, 3), (4, 0, 0), (0, 3, 1)))
    )
    assert result is not None
    assert (result.scores, result.winners) == ((5, 5, 4), (0, 1))


def test_a_finished_game_shows_how_its_last_stage_ended() -> None:
    over = close_round([44, 27, 16], tides=(4, 7), number=12, stage=3).state
    table = TURN_THE_TIDE.table_view(over)
    assert (table["stage"], table["round"], table["tides"]) == (3, 12, [])
    assert [seat["tide_level"] for seat in table["seats"]] == [4, 7, 0]
    assert [seat["score"] for seat in table["seats"]] == [3, 2, 4]
    assert TURN_THE_TIDE.seats_asked(over) == ()
