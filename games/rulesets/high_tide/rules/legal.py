"""The seats that are asked, their legal actions, and the refusal of all others."""

from collections.abc import Callable

from games.rulesets.high_tide.rules import decisions
from games.rulesets.high_tide.rules.actions import (
    TILE_OF,
    Action,
    Decline,
    Move,
    Pass,
    Reroll,
    Take,
    TakeCoin,
)
from games.rulesets.high_tide.rules.baywatch.tile_effects import list_interrupters, list_tile_uses
from games.rulesets.high_tide.rules.state import COIN, HighTideState, Phase
from games.rulesets.kit.words import gettext_noop as _
from games.rulesets.refusal import Illegal

WITHIN_GO = frozenset({Phase.CHOOSE, Phase.ACCEPT, Phase.REROLL, Phase.TILES})
PASS: tuple[Action, ...] = (Pass(),)
MOVE: tuple[Action, ...] = (Move(),)


def seats_asked(state: HighTideState) -> tuple[int, ...]:
    """Return the seats that the open question is put to, ascending."""
    if state.offers:
        return (state.offers[0].seat,)
    if state.phase in WITHIN_GO:
        return state.pile[:1]
    return list_interrupters(state) if state.phase == Phase.INTERRUPT else ()


def legal_actions(state: HighTideState, seat: int) -> tuple[Action, ...]:
    """Return the legal actions of a seat in a stable order: the plain ones before the tiles."""
    return list_answers(state, seat) if seat in seats_asked(state) else ()


PLAIN: dict[str, Callable[[HighTideState], tuple[Action, ...]]] = {
    Phase.SET_UP: lambda state: (),
    Phase.INTERRUPT: lambda state: PASS,
    Phase.CHOOSE: decisions.list_choices,
    Phase.ACCEPT: decisions.list_verdicts,
    Phase.REROLL: decisions.list_rerolls,
    Phase.TILES: lambda state: MOVE,
    Phase.OVER: lambda state: (),
}
"""The legal actions without a tile, by phase."""


def list_answers(state: HighTideState, seat: int) -> tuple[Action, ...]:
    """Return the legal answers of a seat to which the open question is put."""
    if state.offers:
        offer = state.offers[0]
        return (*[TakeCoin(offer.beach, space) for space in offer.spaces], Pass())
    plain = PLAIN[state.phase](state)
    return plain + list_tile_uses(state, seat) if state.baywatch else plain


QUESTIONS: dict[str, str] = {
    Phase.INTERRUPT: _("whether to use a tile before the coming go"),
    Phase.CHOOSE: _("whether to roll or to take a pair"),
    Phase.ACCEPT: _("whether to accept the roll"),
    Phase.REROLL: _("which dice to re-roll"),
    Phase.TILES: _("whether to use a tile or to move"),
    COIN: _("which coin to take"),
}


def check_action(state: HighTideState, seat: int, action: Action) -> None:
    """Raise `Illegal` unless the seat may answer this now."""
    if seat not in seats_asked(state):
        if state.phase == Phase.OVER:
            raise Illegal("not_asked", "The game is over.")
        raise Illegal("not_asked", "It is not your turn.")
    legal = legal_actions(state, seat)
    if action in legal:
        return
    tile = TILE_OF.get(type(action))
    if tile and not (state.baywatch and state.baywatch.holds_tile(seat, tile)):
        raise Illegal("tile_not_held", "You do not hold {tile}.", "/tile", tile=tile)
    if isinstance(action, Decline) and state.open_decision == Phase.ACCEPT:
        raise Illegal("must_accept", "Only one space is free, so the roll must be accepted.")
    if not any(type(other) is type(action) for other in legal):
        question = QUESTIONS[state.open_decision]
        raise Illegal(
            "not_now",
            "The question now is {question}; this is no answer to it.",
            question=question,
        )
    match action:
        case Take():
            raise Illegal("not_on_offer", "No pair lies on space {n}.", "/space", n=action.space)
        case TakeCoin():
            raise Illegal(
                "not_on_offer", "Your chair has not come to a coin there that you may take."
            )
        case Reroll():
            raise Illegal(
                "not_on_offer",
                "That many dice of a pair from this space cannot be re-rolled.",
                "/dice",
            )
        case _:
            raise Illegal("not_on_offer", "{tile} cannot be used in this way now.", tile=tile)
