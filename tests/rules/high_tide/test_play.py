"""A stretch of play changes a state of its own."""

import pytest

from games.rules.high_tide.play import Play
from games.rules.high_tide.state import Phase
from tests.rules.high_tide.tables import LoadedChance, lay


def test_the_state_that_it_was_given_stays_as_it_was() -> None:
    state = lay().state
    before = state.to_json()
    play = Play(state, LoadedChance())
    play.draw_and_roll()
    play.change(phase=Phase.OVER, passed=(1,))
    assert state.to_json() == before
    assert (play.state.phase, play.state.passed, play.state.draws) == (
        Phase.OVER,
        (1,),
        state.draws + 1,
    )


def test_a_field_that_no_state_has_is_refused() -> None:
    play = Play(lay().state, LoadedChance())
    play.change(phrase=Phase.OVER)
    with pytest.raises(TypeError, match="phrase"):
        play.step()
