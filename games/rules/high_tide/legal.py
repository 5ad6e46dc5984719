"""Who is asked, what can be answered, and why something else cannot."""

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

PASS: tuple[Action, ...] = (Pass(),)
MOVE: tuple[Action, ...] = (Move(),)


def asked(state: State) -> tuple[int, ...]:
    """The seats that the open question is put to, ascending."""
    if state.offers:
        return (state.offers[0].seat,)
    match state.phase:
        case Phase.INTERRUPT:
            return interrupters(state)
        case Phase.SET_UP:
            return ()
        case _:
            return state.pile[:1]  # Nobody, once the game is over.


def legal_actions(state: State, seat: int) -> tuple[Action, ...]:
    """All that the seat may answer, in a stable order: the plain actions before the tiles."""
    return answers(state, seat) if seat in asked(state) else ()


def answers(state: State, seat: int) -> tuple[Action, ...]:
    """What can be answered to the open question by a seat that it is put to."""
    if state.offers:
        offer = state.offers[0]
        return (*[TakeCoin(offer.beach, space) for space in offer.spaces], Pass())
    match state.phase:
        case Phase.CHOOSE:
            plain = choosing.choices(state)
        case Phase.ACCEPT:
            plain = choosing.verdicts(state)
        case Phase.TILES:
            plain = MOVE
        case Phase.REROLL:
            plain = choosing.rerolls(state)
        case Phase.INTERRUPT:
            plain = PASS
        case _:
            return ()
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
