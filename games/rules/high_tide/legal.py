"""Who is asked, what can be answered, and why something else cannot."""

from collections.abc import Callable

from games.rules.high_tide import choosing
from games.rules.high_tide.actions import (
    TILE_OF,
    Action,
    Decline,
    Move,
    Pass,
    Reroll,
    Take,
    TakeCoin,
)
from games.rules.high_tide.baywatch.using import interrupters, usable
from games.rules.high_tide.state import COIN, Phase, State
from games.rules.refusal import Illegal

WITHIN_GO = frozenset({Phase.CHOOSE, Phase.ACCEPT, Phase.REROLL, Phase.TILES})
PASS: tuple[Action, ...] = (Pass(),)
MOVE: tuple[Action, ...] = (Move(),)


def asked(state: State) -> tuple[int, ...]:
    """The seats that the open question is put to, ascending."""
    if state.offers:
        return (state.offers[0].seat,)
    if state.phase in WITHIN_GO:
        return state.pile[:1]
    return interrupters(state) if state.phase == Phase.INTERRUPT else ()


def legal_actions(state: State, seat: int) -> tuple[Action, ...]:
    """All that the seat may answer, in a stable order: the plain actions before the tiles."""
    return answers(state, seat) if seat in asked(state) else ()


PLAIN: dict[str, Callable[[State], tuple[Action, ...]]] = {
    Phase.SET_UP: lambda state: (),
    Phase.INTERRUPT: lambda state: PASS,
    Phase.CHOOSE: choosing.choices,
    Phase.ACCEPT: choosing.verdicts,
    Phase.REROLL: choosing.rerolls,
    Phase.TILES: lambda state: MOVE,
    Phase.OVER: lambda state: (),
}
"""What can be answered without a tile, by phase."""


def answers(state: State, seat: int) -> tuple[Action, ...]:
    """What can be answered to the open question by a seat that it is put to."""
    if state.offers:
        offer = state.offers[0]
        return (*[TakeCoin(offer.beach, space) for space in offer.spaces], Pass())
    plain = PLAIN[state.phase](state)
    return plain + usable(state, seat) if state.baywatch else plain


QUESTIONS: dict[str, str] = {
    Phase.INTERRUPT: "whether to use a tile before the coming go",
    Phase.CHOOSE: "whether to roll or to take a pair",
    Phase.ACCEPT: "whether to accept the roll",
    Phase.REROLL: "which dice to re-roll",
    Phase.TILES: "whether to use a tile or to move",
    COIN: "which coin to take",
}


def judge(state: State, seat: int, action: Action) -> None:
    """Raise `Illegal` unless the seat may answer this now."""
    if seat not in asked(state):
        over = state.phase == Phase.OVER
        raise Illegal("not_asked", "The game is over." if over else "You are not asked now.")
    legal = legal_actions(state, seat)
    if action in legal:
        return
    tile = TILE_OF.get(type(action))
    if tile and not (state.baywatch and state.baywatch.holds(seat, tile)):
        raise Illegal("tile_not_held", f"You do not hold {tile}.", "/tile")
    if isinstance(action, Decline) and state.decision == Phase.ACCEPT:
        raise Illegal("must_accept", "Only one space is free, so the roll must be accepted.")
    if not any(type(other) is type(action) for other in legal):
        question = QUESTIONS[state.decision]
        raise Illegal("not_now", f"The question now is {question}; this is no answer to it.")
    match action:
        case Take():
            raise Illegal("not_on_offer", f"No pair lies on space {action.space}.", "/space")
        case TakeCoin():
            detail = "Your chair has not come to a coin there that you may take."
            raise Illegal("not_on_offer", detail)
        case Reroll():
            detail = "That many dice of a pair from this space cannot be re-rolled."
            raise Illegal("not_on_offer", detail, "/dice")
        case _:
            raise Illegal("not_on_offer", f"{tile} cannot be used in this way now.")
