"""Standing orders: a ranked list of bids, each for certain prizes if need be."""

from dataclasses import dataclass
from typing import Any

from games.rules.kit.bounds import Bounds
from games.rules.kit.reading import check
from games.rules.refusal import Illegal
from games.rules.ruleset import CONDITION_NOT_MET, Followed, Skipped

from .schema import ORDER
from .state import Bid, State

Json = dict[str, Any]

ANY = Bounds()


@dataclass(frozen=True, slots=True)
class Entry:
    card: int
    prize: Bounds = ANY

    def to_json(self) -> Json:
        when = {} if self.prize == ANY else {"when": {"prize": self.prize.to_json()}}
        return {"card": self.card, **when}


Order = tuple[Entry, ...]


def read_order(raw: Json) -> Order:
    check(raw, ORDER, "invalid_order")
    return tuple([_read_entry(entry) for entry in raw["bids"]])


def _read_entry(raw: Json) -> Entry:
    return Entry(raw["card"], Bounds(**raw["when"]["prize"]) if "when" in raw else ANY)


def write_order(order: Order) -> Json:
    return {"bids": [entry.to_json() for entry in order]}


def judge_card(state: State, seat: int, card: int) -> None:
    """Raise `Illegal` unless the seat still has this card."""
    if card not in state.hand(seat):
        raise Illegal("card_spent", f"You do not have the {card}.")


def judge_order(state: State, seat: int, order: Order) -> None:
    """Raise `Illegal` for a card that is spent, and for prizes that cannot come any more."""
    prizes = state.prizes[len(state.bids) :]
    for place, entry in enumerate(order):
        try:
            judge_card(state, seat, entry.card)
        except Illegal as refusal:
            raise refusal.at(f"/bids/{place}/card") from refusal
        if not any(entry.prize.hold(prize) for prize in prizes):
            detail = f"No prize is left for which the {entry.card} is to be bid."
            raise Illegal("condition_never_met", detail, f"/bids/{place}")


def follow(state: State, seat: int, order: Order) -> Followed[Bid]:
    skipped: list[Skipped] = []
    for place, entry in enumerate(order):
        if entry.card not in state.hand(seat):
            why = "card_spent", f"You do not have the {entry.card}."
        elif state.prize is None or not entry.prize.hold(state.prize):
            why = CONDITION_NOT_MET, f"The prize is {state.prize}."
        else:
            return Followed(Bid(entry.card), tuple(skipped))
        skipped.append(Skipped(f"/bids/{place}", *why))
    return Followed(None, tuple(skipped))
