"""Two games that differ only in what a viewer may not know tell that viewer the same, all along."""

import json

import pytest

from games.rulesets.chance import Drawn, RecordedChance, SeededChance
from games.rulesets.ruleset import Step
from games.rulesets.testing.whole_games import Played, Variant, random_game, start
from games.rulesets.turn_the_tide.rules.ruleset import TURN_THE_TIDE
from games.rulesets.turn_the_tide.rules.secrecy import SECRECY
from games.rulesets.turn_the_tide.rules.state import TurnTheTideState
from tests.sampling import stride
from tests.unit.rules.contract import played

GAMES = [variant for variant in played() if variant.ruleset is TURN_THE_TIDE]
THREE = Variant(TURN_THE_TIDE, {"edition": "amigo"}, 3)


def dump_view(step: Step[TurnTheTideState], viewer: int | None) -> str:
    """All that this viewer hears and sees of a step."""
    mine = None if viewer is None else TURN_THE_TIDE.seat_view(step.state, viewer)
    return json.dumps(
        [
            TURN_THE_TIDE.table_view(step.state),
            mine,
            [(event.type, event.data) for event in step.events],
            [(end.number, end.scores, end.shown) for end in step.stages],
        ]
    )


def replay(game: Played, state: TurnTheTideState, turns: int) -> list[Step[TurnTheTideState]]:
    """The first turns of a game once more, but with the hands of this state."""
    order = [card for hand in state.dealt for card in hand]
    rest = sorted(set(range(1, 61)) - set(order))
    chance = RecordedChance([Drawn("deal", order + rest), *game.drawn[1:]])
    variant = Variant(TURN_THE_TIDE, {"edition": state.edition}, state.seat_count)
    steps = [start(variant, chance)]
    for actions in game.actions[:turns]:
        for seat, action in actions.items():
            TURN_THE_TIDE.check_action(steps[-1].state, seat, action)
        steps.append(TURN_THE_TIDE.close_turn(steps[-1].state, actions, chance))
    return steps


@pytest.mark.parametrize("variant", GAMES, ids=str)
def test_a_whole_game_tells_a_viewer_nothing_of_the_cards_never_shown(variant: Variant) -> None:
    game = random_game(variant)
    differing = 0
    for turn in range(0, len(game.actions), 5 * stride(3)):
        for viewer in (None, *range(variant.seats)):
            real = game.steps[turn].state
            redrawn = SECRECY.redraw_hidden(real, viewer, SeededChance(f"{turn} {viewer}".encode()))
            differing += redrawn != real
            again = replay(game, redrawn, turn)
            assert again[-1].state == redrawn
            for first, second in zip(game.steps[: turn + 1], again, strict=True):
                assert dump_view(first, viewer) == dump_view(second, viewer)
    assert differing > 0


def test_cards_out_of_the_game_may_be_drawn_in() -> None:
    first = random_game(THREE).steps[0].state
    redrawn = SECRECY.redraw_hidden(first, None, SeededChance(b"redraw"))
    assert {c for hand in redrawn.dealt for c in hand} != {c for hand in first.dealt for c in hand}


def test_nothing_is_redrawn_of_hands_that_the_viewer_has_held() -> None:
    last_stage = next(s.state for s in random_game(THREE).steps if s.state.stage == 3)
    redrawn = SECRECY.redraw_hidden(last_stage, 0, SeededChance(b"redraw"))
    assert redrawn.dealt == last_stage.dealt


def test_a_hand_is_shown_at_the_end_of_a_stage_once_every_card_of_it_has_been_seen() -> None:
    game = random_game(Variant(TURN_THE_TIDE, {"edition": "gamewright"}, 5))
    seen: set[int] = set()
    shown = hidden = 0
    for step in game.steps:
        for end in step.stages:
            seen.update(card for cards in end.shown["played"] for card in cards)
            for hand, sealed in zip(end.shown["hands"], end.sealed["hands"], strict=True):
                assert hand == (sealed if seen.issuperset(sealed) else None)
                shown += hand is not None
                hidden += hand is None
    assert shown
    assert hidden


def test_no_state_holds_a_tide_before_it_is_revealed() -> None:
    for step in random_game(THREE).steps:
        assert list(step.state.tides_left) == sorted(step.state.tides_left)
    deal, *tides = random_game(THREE).drawn
    assert deal.purpose == "deal"
    assert {len(drawn.value) for drawn in tides} == {2}
