"""The card that time plays."""

from dataclasses import replace

from games.rulesets.turn_the_tide.rules.cards import Play
from games.rulesets.turn_the_tide.rules.ruleset import TURN_THE_TIDE
from tests.unit.rules.turn_the_tide.table import close_round


def test_time_plays_the_lowest_card() -> None:
    state = close_round([44, 27, 16], tides=(4, 7)).state
    assert TURN_THE_TIDE.choose_fallback(state, 2) == Play(state.hand_of(2)[0])


def test_time_plays_the_highest_card_of_the_highest_level_to_reach_a_lower_tide() -> None:
    state = close_round([44, 27, 16], tides=(4, 7)).state
    assert TURN_THE_TIDE.choose_fallback(replace(state, tides=(12, 6)), 1) == Play(
        state.hand_of(1)[-1]
    )


def test_time_plays_the_lowest_card_of_the_highest_level_if_no_tide_is_lower() -> None:
    state = close_round([44, 27, 16], tides=(4, 7)).state
    assert TURN_THE_TIDE.choose_fallback(replace(state, tides=(12, 7)), 1) == Play(
        state.hand_of(1)[0]
    )
