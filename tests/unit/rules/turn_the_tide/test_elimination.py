"""Who cannot pay is eliminated, and who pays then."""

import pytest

from games.rulesets.turn_the_tide.rules.ruleset import TURN_THE_TIDE
from tests.unit.rules.turn_the_tide.table import close_round, event, losses

CASCADE = ["amigo", "bga"]
NO_CASCADE = ["gamewright", "bga_modified"]


@pytest.mark.parametrize("edition", NO_CASCADE)
def test_without_a_cascade_nobody_pays_for_the_eliminated(edition: str) -> None:
    step = close_round([44, 27, 16, 8], tides=(4, 7), preservers=[3, 0, 3, 3], edition=edition)
    assert losses(step) == [(1, "eliminated")]
    assert step.state.preservers == (3, 0, 3, 3)


@pytest.mark.parametrize("edition", CASCADE)
def test_with_a_cascade_the_next_highest_pays_too(edition: str) -> None:
    step = close_round([44, 27, 16, 8], tides=(4, 7), preservers=[3, 0, 3, 3], edition=edition)
    assert losses(step) == [(1, "eliminated"), (0, "lost")]
    assert step.state.preservers == (2, 0, 3, 3)


def test_the_cascade_repeats_until_somebody_pays() -> None:
    step = close_round(
        [44, 27, 16, 8, 9], tides=(4, 7), levels=[0, 0, 6, 0, 2], preservers=[3, 0, 0, 3, 3]
    )
    assert losses(step) == [(1, "eliminated"), (2, "eliminated"), (0, "lost")]


def test_the_cascade_ends_when_nobody_left_shows_a_tide_card() -> None:
    step = close_round([44, 27, 16, 8, 9], tides=(4, 7), preservers=[0, 0, 3, 3, 3])
    assert losses(step) == [(1, "eliminated"), (0, "eliminated")]
    assert step.state.preservers == (0, 0, 3, 3, 3)
    assert step.state.stage == 1


def test_two_who_share_the_level_that_must_now_pay_both_do() -> None:
    step = close_round([44, 27, 16, 8], tides=(4, 7), levels=[0, 0, 4, 0], preservers=[3, 0, 3, 3])
    assert losses(step) == [(1, "eliminated"), (0, "lost"), (2, "lost")]


def test_a_tied_survivor_pays_once() -> None:
    step = close_round([44, 27, 16, 8, 9], tides=(7, 7), preservers=[3, 0, 3, 3, 3])
    assert losses(step) == [(0, "lost"), (1, "eliminated")]
    assert step.state.preservers == (2, 0, 3, 3, 3)


def test_of_a_tied_pair_the_survivor_pays_even_if_the_elimination_ends_the_stage() -> None:
    step = close_round([44, 27, 16], tides=(7, 7), preservers=[3, 0, 3])
    assert losses(step) == [(0, "lost"), (1, "eliminated")]
    assert step.stages[0].scores == (2, -1, 3 + 1)


def test_nobody_pays_any_more_when_an_elimination_leaves_two() -> None:
    step = close_round([44, 27, 16], tides=(4, 7), preservers=[3, 0, 3])
    assert losses(step) == [(1, "eliminated")]
    assert step.stages[0].scores == (3, -1, 3 + 1)


def test_a_cascade_stops_at_the_instant_when_two_are_left() -> None:
    step = close_round([44, 27, 16, 8], tides=(4, 7), levels=[0, 0, 6, 0], preservers=[3, 0, 0, 3])
    assert losses(step) == [(1, "eliminated"), (2, "eliminated")]
    assert step.stages[0].scores == (3, -1, -1, 3 + 1)


def test_both_of_a_tied_pair_may_go_and_the_only_one_left_scores_with_the_bonus() -> None:
    step = close_round([44, 27, 16], tides=(7, 7), preservers=[0, 0, 2])
    assert losses(step) == [(0, "eliminated"), (1, "eliminated")]
    assert step.stages[0].scores == (-1, -1, 2 + 1)


def test_both_of_a_tied_pair_of_four_may_go_and_end_the_stage() -> None:
    step = close_round([44, 27, 16, 8], tides=(7, 7), levels=[0, 0, 3, 0], preservers=[0, 0, 2, 2])
    assert losses(step) == [(0, "eliminated"), (1, "eliminated")]
    assert step.stages[0].scores == (-1, -1, 2, 2 + 1)


def test_a_hand_worth_nothing_plays_on_and_its_first_loss_eliminates() -> None:
    spared = close_round([44, 27, 16, 8], tides=(4, 7), preservers=[3, 3, 0, 3])
    assert not spared.state.eliminated[2]
    struck = close_round(
        [44, 27, 16, 8], tides=(4, 7), levels=[0, 0, 9, 0], preservers=[3, 3, 0, 3]
    )
    assert struck.state.eliminated[2]


def test_the_eliminated_is_out_with_hand_and_tide_card() -> None:
    step = close_round([44, 27, 16, 8], tides=(4, 7), preservers=[3, 0, 3, 3])
    assert event(step, "eliminated") == {"stage": 1, "round": 2, "seat": 1}
    assert step.state.levels == (4, 0, 0, 0)
    assert TURN_THE_TIDE.seats_asked(step.state) == (0, 2, 3)
    assert TURN_THE_TIDE.legal_actions(step.state, 1) == ()


def test_the_others_play_on_without_the_eliminated() -> None:
    step = close_round([44, None, 16, 8], tides=(4, 7), preservers=[3, 0, 3, 3])
    assert step.state.levels == (4, 0, 7, 0)
    assert step.state.played[1] == ()
    assert losses(step) == [(2, "lost")]


def test_an_elimination_in_the_last_round_is_handled_before_scoring() -> None:
    step = close_round([44, 27, 16, 8], tides=(4, 7), preservers=[3, 0, 3, 3], number=12)
    assert losses(step) == [(1, "eliminated"), (0, "lost")]
    assert step.stages[0].scores == (2, -1, 3 + 1, 3 + 1)
