"""The course of a game: an answer is carried out, then it goes on to the next real question.

Why so: docs/why.md#sitting.
"""

from collections.abc import Mapping

from games.rules.chance import Chance
from games.rules.high_tide import choosing, moving, rounds
from games.rules.high_tide.actions import (
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
        _carry_out(play, seat, actions[seat])
    _go_on(play)
    return play.step()


def _go_on(play: Play) -> None:
    """Go on until there is a choice to make; what has only one answer is just done."""
    state = play.state
    while not state.offers:
        match state.phase:
            case Phase.INTERRUPT:
                if interrupters(state):
                    return
                rounds.begin_go(play)
            case Phase.MOVED:
                rounds.end_go(play)
            case Phase.OVER:
                return
            case _:
                seat = state.pile[0]
                legal = answers(state, seat)
                if len(legal) > 1:
                    return
                _carry_out(play, seat, legal[0])


def _carry_out(play: Play, seat: int, action: Action) -> None:
    # The most frequent first.
    match action:
        case Move():
            moving.move_by_dice(play)
        case Accept():
            choosing.accept(play)
        case Roll():
            choosing.roll(play)
        case Decline():
            choosing.decline(play)
        case Take(space):
            choosing.take(play, space)
        case Reroll(dice):
            choosing.reroll(play, dice)
        case TakeCoin():
            moving.take_coin(play, action)
        case Pass():
            _pass(play, seat)
        case _:
            using.use(play, seat, action)


def _pass(play: Play, seat: int) -> None:
    offers = play.state.offers
    # B3 may have brought another seat to a coin just now, in answer to the same question.
    if offers and offers[0].seat == seat:
        moving.leave_coins(play)
    else:
        play.change(passed=(*play.state.passed, seat))
