"""A stretch of play changes a state of its own."""

from dataclasses import FrozenInstanceError

import pytest

from games.rulesets.high_tide.rules.play import PlayDraft
from games.rulesets.high_tide.rules.ruleset import HIGH_TIDE
from games.rulesets.high_tide.rules.state import HighTideState, Phase
from tests.unit.rules.high_tide.tables import LoadedChance, lay


def test_the_state_that_it_was_given_stays_as_it_was() -> None:
    state = lay().state
    before = HIGH_TIDE.dump(state)
    play = PlayDraft(state, LoadedChance())
    play.draw_and_roll()
    play.state.phase = Phase.OVER
    play.state.passed = (1,)
    assert HIGH_TIDE.dump(state) == before
    assert (play.state.phase, play.state.passed, play.state.draws) == (
        Phase.OVER,
        (1,),
        state.draws + 1,
    )


def test_what_comes_out_of_it_is_frozen() -> None:
    state = PlayDraft(lay().state, LoadedChance()).finish_step().state
    assert type(state) is HighTideState
    with pytest.raises(FrozenInstanceError):
        state.phase = Phase.OVER  # type: ignore[misc]
