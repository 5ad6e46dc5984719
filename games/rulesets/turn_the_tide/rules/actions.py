"""The one action, playing a weather card: its JSON, when it is legal, and the fallback."""

from games.rulesets.kit.values import Json
from games.rulesets.refusal import Illegal
from games.rulesets.turn_the_tide.rules.cards import Play
from games.rulesets.turn_the_tide.rules.state import TurnTheTideState


def write_action(action: Play) -> Json:
    return {"type": "play", "card": action.card}


def check_action(state: TurnTheTideState, seat: int, action: Play) -> None:
    """Raise `Illegal` unless the seat may play this card now."""
    if state.is_over:
        raise Illegal("not_asked", "The game is over.")
    if state.eliminated[seat]:
        raise Illegal("not_asked", "You are eliminated until the next stage.")
    judge_card(state, seat, action.card)


def judge_card(state: TurnTheTideState, seat: int, card: int) -> None:
    """Raise `Illegal` unless the card is still in the hand that the seat plays in this stage."""
    if card in state.played[seat]:
        raise Illegal("card_not_in_hand", "You have already played the {card}.", card=card)
    if card not in state.stage_hand(seat):
        raise Illegal("not_your_card", "You do not hold the {card} in this stage.", card=card)


def choose_fallback(state: TurnTheTideState, seat: int) -> Play:
    """Return the lowest card, to avoid the tides.

    But a seat with the highest tide level that could take a lower tide plays its highest card for it.
    """
    plays, level = state.plays[seat], state.levels[seat]
    in_danger = level == max(state.levels)
    return plays[-1] if in_danger and min(state.tides) < level else plays[0]
