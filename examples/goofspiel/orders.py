"""Standing orders: a ranked list of bids, each for certain prizes if need be."""

from typing import Annotated, NamedTuple

from games.rulesets.kit.schemas import bounds_schema
from games.rulesets.kit.shapes import Spec
from games.rulesets.kit.values import Bounds
from games.rulesets.refusal import Illegal
from games.rulesets.ruleset import CONDITION_NOT_MET, Followed, Orders, Skipped

from .shapes import MOST, Bid, Card, State

Prizes = Annotated[Bounds, Spec(bounds_schema("PrizeBounds", "Only for these prizes.", 1, MOST))]


class WantedBid(NamedTuple):
    """A card, and for which prizes to bid it."""

    card: Card
    prize: Prizes | None = None


class Order(NamedTuple):
    """Bids to make for me: the first that I can still make and that fits the prize."""

    bids: Annotated[tuple[WantedBid, ...], Spec({"minItems": 1, "maxItems": 26}), "The best first."]


def judge(state: State, seat: int, order: Order) -> None:
    """Raise `Illegal` for a card that is spent."""
    for place, bid in enumerate(order.bids):
        if bid.card not in state.hand(seat):
            raise Illegal("card_spent", f"You do not have the {bid.card}.", f"/bids/{place}/card")


def follow(state: State, seat: int, order: Order) -> Followed[Bid]:
    skipped: list[Skipped] = []
    for place, bid in enumerate(order.bids):
        if bid.card not in state.hand(seat):
            why = "card_spent", f"You do not have the {bid.card}."
        elif bid.prize is not None and not bid.prize.allows_number(state.prize or 0):
            why = CONDITION_NOT_MET, f"The prize is {state.prize}."
        else:
            return Followed(Bid(bid.card), tuple(skipped))
        skipped.append(Skipped(f"/bids/{place}", *why))
    return Followed(None, tuple(skipped))


ORDERS: Orders[State, Bid] = Orders.from_shape(
    Order, follow=follow, judge=judge, refusals={"card_spent": "The card has been bid"}
)
