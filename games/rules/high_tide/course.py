"""The course of a game: an answer is carried out, then it goes on to the next real question.

Why so: docs/why.md#sitting.
"""

from collections.abc import Callable, Mapping
from typing import Any

from games.rules.chance import Chance
from games.rules.high_tide import choosing, moving, rounds
from games.rules.high_tide.actions import (
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
from games.rules.high_tide.baywatch import using
from games.rules.high_tide.baywatch.using import interrupters
from games.rules.high_tide.legal import answers
from games.rules.high_tide.play import Play
from games.rules.high_tide.state import Phase, State
from games.rules.ruleset import Step


def begin(state: State, chance: Chance) -> Step[State]:
    play = Play(state, chance)
    rounds.begin_round(play)
    _go_on(play)
    return play.step()


def advance(state: State, actions: Mapping[int, Action], chance: Chance) -> Step[State]:
    """Carry out the answers, those of lower seats first, and go on to the next question."""
    play = Play(state, chance)
    for seat in sorted(actions):
        action = actions[seat]
        CARRY_OUT[type(action)](play, seat, action)
    _go_on(play)
    return play.step()


def _go_on(play: Play) -> None:
    """Go on until there is a choice to make."""
    state = play.state
    while not state.offers and GO_ON[state.phase](play):
        pass


def _go_on_to_go(play: Play) -> bool:
    if interrupters(play.state):
        return False
    rounds.begin_go(play)
    return True


def _go_on_from_go(play: Play) -> bool:
    rounds.end_go(play)
    return True


def _go_on_to_move(play: Play) -> bool:
    """Without tiles there is nothing to choose any more."""
    if play.state.baywatch:
        return _go_on_within_go(play)
    moving.move_by_dice(play)
    return True


def _go_on_within_go(play: Play) -> bool:
    """What has only one answer is just done."""
    seat = play.state.pile[0]
    legal = answers(play.state, seat)
    if len(legal) > 1:
        return False
    action = legal[0]
    CARRY_OUT[type(action)](play, seat, action)
    return True


GO_ON: Mapping[str, Callable[[Play], bool]] = {
    Phase.INTERRUPT: _go_on_to_go,
    Phase.CHOOSE: _go_on_within_go,
    Phase.ACCEPT: _go_on_within_go,
    Phase.REROLL: _go_on_within_go,
    Phase.TILES: _go_on_to_move,
    Phase.MOVED: _go_on_from_go,
    Phase.OVER: lambda _play: False,
}
"""What goes on by itself from a phase, and whether anything did."""


def _pass(play: Play, seat: int, action: Action) -> None:
    offers = play.state.offers
    # B3 may have brought another seat to a coin just now, in answer to the same question.
    if offers and offers[0].seat == seat:
        moving.leave_coins(play)
    else:
        play.state.passed = (*play.state.passed, seat)


CARRY_OUT: Mapping[type[Action], Callable[[Play, int, Any], None]] = {
    Roll: lambda play, _seat, _action: choosing.roll(play),
    Take: lambda play, _seat, action: choosing.take(play, action.space),
    Reroll: lambda play, _seat, action: choosing.reroll(play, action.dice),
    Accept: lambda play, _seat, _action: choosing.accept(play),
    Decline: lambda play, _seat, _action: choosing.decline(play),
    Move: lambda play, _seat, _action: moving.move_by_dice(play),
    TakeCoin: lambda play, _seat, action: moving.take_coin(play, action),
    Pass: _pass,
    **dict.fromkeys(TILE_OF, using.use),
}
"""What carries out an action, by its class."""
