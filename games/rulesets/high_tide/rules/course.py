"""The course of a game: carry out an answer, then go on to the next question with a choice."""

from collections.abc import Callable, Mapping
from typing import Any

from games.rulesets.chance import Chance
from games.rulesets.high_tide.rules import chair_moves, decisions, rounds
from games.rulesets.high_tide.rules.actions import (
    TILE_OF,
    Accept,
    Action,
    Decline,
    Move,
    Pass,
    Reroll,
    Roll,
    Take,
    TakeCoin,
)
from games.rulesets.high_tide.rules.baywatch import tile_effects
from games.rulesets.high_tide.rules.baywatch.tile_effects import list_interrupters
from games.rulesets.high_tide.rules.legal import list_answers
from games.rulesets.high_tide.rules.play import PlayDraft
from games.rulesets.high_tide.rules.state import HighTideState, Phase
from games.rulesets.steps import Step


def open_first_turn(state: HighTideState, chance: Chance) -> Step[HighTideState]:
    play = PlayDraft(state, chance)
    rounds.begin_round(play)
    _go_on(play)
    return play.finish_step()


def close_turn(
    state: HighTideState, actions: Mapping[int, Action], chance: Chance
) -> Step[HighTideState]:
    """Carry out the answers, those of lower seats first, and go on to the next question."""
    play = PlayDraft(state, chance)
    for seat in sorted(actions):
        action = actions[seat]
        CARRY_OUT[type(action)](play, seat, action)
    _go_on(play)
    return play.finish_step()


def _go_on(play: PlayDraft) -> None:
    """Go on until there is a choice to make."""
    state = play.state
    while not state.offers and GO_ON[state.phase](play):
        pass


def _go_on_to_go(play: PlayDraft) -> bool:
    if list_interrupters(play.state):
        return False
    rounds.begin_go(play)
    return True


def _go_on_from_go(play: PlayDraft) -> bool:
    rounds.end_go(play)
    return True


def _go_on_to_move(play: PlayDraft) -> bool:
    """Move the chairs at once if the game has no tiles, because then there is no choice."""
    if play.state.baywatch:
        return _go_on_within_go(play)
    chair_moves.move_by_dice(play)
    return True


def _go_on_within_go(play: PlayDraft) -> bool:
    """Carry out the only legal answer, if there is only one."""
    seat = play.state.pile[0]
    legal = list_answers(play.state, seat)
    if len(legal) > 1:
        return False
    action = legal[0]
    CARRY_OUT[type(action)](play, seat, action)
    return True


GO_ON: Mapping[str, Callable[[PlayDraft], bool]] = {
    Phase.INTERRUPT: _go_on_to_go,
    Phase.CHOOSE: _go_on_within_go,
    Phase.ACCEPT: _go_on_within_go,
    Phase.REROLL: _go_on_within_go,
    Phase.TILES: _go_on_to_move,
    Phase.MOVED: _go_on_from_go,
    Phase.OVER: lambda _play: False,
}
"""The functions that go on from a phase without a choice. Each returns whether it went on."""


def _pass_question(play: PlayDraft, seat: int, action: Action) -> None:
    offers = play.state.offers
    # B3 may have brought another seat to a coin just now, in answer to the same question.
    if offers and offers[0].seat == seat:
        chair_moves.leave_coins(play)
    else:
        play.state.passed = (*play.state.passed, seat)


CARRY_OUT: Mapping[type[Action], Callable[[PlayDraft, int, Any], None]] = {
    Roll: lambda play, _seat, _action: decisions.roll_pair(play),
    Take: lambda play, _seat, action: decisions.take_pair(play, action.space),
    Reroll: lambda play, _seat, action: decisions.reroll_dice(play, action.dice),
    Accept: lambda play, _seat, _action: decisions.accept_roll(play),
    Decline: lambda play, _seat, _action: decisions.decline_roll(play),
    Move: lambda play, _seat, _action: chair_moves.move_by_dice(play),
    TakeCoin: lambda play, _seat, action: chair_moves.take_coin(play, action),
    Pass: _pass_question,
    **dict.fromkeys(TILE_OF, tile_effects.use_tile),
}
"""The functions that carry out an action, by its class."""
