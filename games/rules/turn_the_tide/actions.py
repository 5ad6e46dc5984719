"""The one action, playing a weather card: its JSON, and when it is legal."""

from typing import Any

from games.rules.refusal import Illegal, Unreadable
from games.rules.turn_the_tide.cards import PLAYS, WEATHER, Play
from games.rules.turn_the_tide.state import State

Json = dict[str, Any]


def read_action(raw: object) -> Play:
    """A play from JSON; raises `Unreadable` ("invalid_action")."""
    if not isinstance(raw, dict):
        raise Unreadable("invalid_action", "An action must be an object.", "")
    if raw.get("type") != "play":
        raise Unreadable("invalid_action", 'The type of action must be "play".', "/type")
    for name in raw:
        if name not in ("type", "card"):
            pointer = "/" + name.replace("~", "~0").replace("/", "~1")
            raise Unreadable("invalid_action", f"A play has no field {name!r}.", pointer)
    card = raw.get("card")
    if type(card) is not int or not WEATHER[0] <= card <= WEATHER[-1]:
        raise Unreadable("invalid_action", "The card must be a whole number, 1 to 60.", "/card")
    return PLAYS[card]


def write_action(action: Play) -> Json:
    """The JSON of a play."""
    return {"type": "play", "card": action.card}


def judge(state: State, seat: int, action: Play) -> None:
    """Raise `Illegal` unless the seat may play this card now."""
    if state.over:
        raise Illegal("not_asked", "The game is over.")
    if state.eliminated[seat]:
        raise Illegal("not_asked", "You are eliminated until the next stage.")
    judge_card(state, seat, action.card)


def judge_card(state: State, seat: int, card: int) -> None:
    """Raise `Illegal` unless the card is still in the hand that the seat plays in this stage."""
    if card in state.played[seat]:
        raise Illegal("card_not_in_hand", f"You have already played the {card}.")
    if card not in state.hand(seat):
        raise Illegal("not_your_card", f"You do not hold the {card} in this stage.")
