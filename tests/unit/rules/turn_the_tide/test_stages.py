"""From stage to stage: hands go round, and everything else begins anew."""

import pytest

from games.rulesets.testing.whole_games import Variant, random_game
from games.rulesets.turn_the_tide.rules.cards import hand_preservers
from games.rulesets.turn_the_tide.rules.ruleset import TURN_THE_TIDE
from tests.unit.rules.turn_the_tide.table import close_round, event

FOUR = Variant(TURN_THE_TIDE, {"edition": "gamewright"}, 4)
SIX = Variant(TURN_THE_TIDE, {"edition": "bga"}, 6)


def test_the_original_hand_goes_to_the_left_neighbour_with_its_preservers() -> None:
    step = close_round([44, 27, 16], tides=(4, 7), preservers=[1, 1, 1], number=12)
    state = step.state
    assert state.stage == 2
    assert [state.hand_of(seat) for seat in range(3)] == [
        state.dealt[2],
        state.dealt[0],
        state.dealt[1],
    ]
    assert state.preservers == tuple(hand_preservers(state.hand_of(seat)) for seat in range(3))


def test_a_new_stage_begins_with_no_tide_card_and_nobody_out() -> None:
    state = close_round([44, 27, 16], tides=(4, 7), preservers=[3, 0, 3], levels=[9, 0, 0]).state
    assert (state.stage, state.round) == (2, 1)
    assert state.levels == (0, 0, 0)
    assert state.eliminated == (False, False, False)
    assert state.played == ((), (), ())
    assert sorted(state.tides + state.tides_left) == sorted([*range(1, 13)] * 2)


def test_a_stage_ends_and_the_next_begins_in_one_step() -> None:
    step = close_round([44, 27, 16], tides=(4, 7), number=12)
    assert [event.type for event in step.events] == [
        "cards_revealed",
        "tides_taken",
        "preserver_lost",
        "stage_ended",
        "stage_began",
        "tides_revealed",
    ]
    assert event(step, "stage_ended")["scores"] == [3, 2, 4]
    assert event(step, "stage_began")["stage"] == 2


def test_the_last_round_is_still_shown_in_the_next_stage() -> None:
    step = close_round([44, 27, 16], tides=(4, 7), number=12)
    table = TURN_THE_TIDE.table_view(step.state)
    assert table["stage"] == 2
    assert table["last_round"] == {
        "stage": 1,
        "round": 12,
        "tides": [4, 7],
        "cards": [{"seat": 0, "card": 44}, {"seat": 1, "card": 27}, {"seat": 2, "card": 16}],
        "losses": [{"seat": 1, "kind": "lost"}],
    }


@pytest.mark.parametrize("variant", [FOUR, SIX], ids=str)
def test_everyone_plays_every_hand_once(variant: Variant) -> None:
    game = random_game(variant)
    hands = TURN_THE_TIDE.setup_record(game.steps[-1].state)["hands"]
    held = [end.sealed["hands"] for step in game.steps for end in step.stages]
    for seat in range(variant.seats):
        assert sorted(stage[seat] for stage in held) == sorted(hands)
        assert [stage[seat] for stage in held] == [
            hands[(seat - before) % variant.seats] for before in range(variant.seats)
        ]


@pytest.mark.parametrize("variant", [FOUR, SIX], ids=str)
def test_a_full_stage_uses_up_the_tide_cards(variant: Variant) -> None:
    steps = random_game(variant).steps
    full = [
        step
        for step in steps
        for end in step.stages
        if end.shown["rounds"] == step.state.rounds_per_stage
    ]
    assert full
    for number in range(1, variant.seats + 1):
        drawn = [
            tide
            for step in steps
            for event in step.events
            if event.type == "tides_revealed" and event.data["stage"] == number
            for tide in event.data["tides"]
        ]
        (end,) = [end for step in steps for end in step.stages if end.number == number]
        assert len(drawn) == 2 * end.shown["rounds"]
        if end.shown["rounds"] == steps[0].state.rounds_per_stage:
            assert sorted(drawn) == sorted([*range(1, steps[0].state.rounds_per_stage + 1)] * 2)
