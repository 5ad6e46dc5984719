"""Standing orders: a ranked list of cards, each with an optional condition on the two tides."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from games.rulesets.kit.values import Bounds, Json
from games.rulesets.refusal import Illegal
from games.rulesets.steps import CONDITION_NOT_MET, Followed, Skipped
from games.rulesets.turn_the_tide.rules.actions import judge_card
from games.rulesets.turn_the_tide.rules.cards import PLAYS, Play
from games.rulesets.turn_the_tide.rules.state import TurnTheTideState

ANY = Bounds()


@dataclass(frozen=True, slots=True)
class Entry:
    """A card, and the bounds of the two tides revealed within which it is to be played."""

    card: int
    lower_tide: Bounds = ANY
    higher_tide: Bounds = ANY

    def fits_tides(self, tides: tuple[int, ...]) -> bool:
        return self.lower_tide.allows_number(min(tides)) and self.higher_tide.allows_number(
            max(tides)
        )

    def to_json(self) -> Json:
        bounds = {"lower_tide": self.lower_tide, "higher_tide": self.higher_tide}
        when = {name: bound.to_json() for name, bound in bounds.items() if bound != ANY}
        return {"card": self.card, **({"when": when} if when else {})}


@dataclass(frozen=True, slots=True)
class Order:
    """A ranked list of entries: the first that fits is played."""

    plays: tuple[Entry, ...]

    def to_json(self) -> Json:
        return {"plays": [entry.to_json() for entry in self.plays]}

    @classmethod
    def from_json(cls, raw: Json) -> "Order":
        """Return the order of JSON that fits its schema."""
        return cls(tuple([_read_entry(entry) for entry in raw["plays"]]))


def _read_entry(raw: Json) -> Entry:
    when = raw.get("when", {})
    return Entry(raw["card"], **{tide: Bounds(**bounds) for tide, bounds in when.items()})


def judge_order(state: TurnTheTideState, seat: int, order: Order) -> None:
    """Raise `Illegal` if an entry can never be of use with the hand of this stage.

    The next stage brings another hand, and the player does not know its cards yet.
    """
    if state.eliminated[seat]:
        raise Illegal("card_not_in_hand", "You are eliminated and hold no card in this stage.")
    for place, entry in enumerate(order.plays):
        pointer = f"/plays/{place}"
        try:
            judge_card(state, seat, entry.card)
        except Illegal as refusal:
            raise refusal.with_prefix(f"{pointer}/card") from refusal
        if not any(entry.fits_tides(tides) for tides in _tides_to_come(state)):
            raise Illegal(
                "condition_never_met",
                "No two tides of this stage can be so any more for the {card}.",
                f"{pointer}/when",
                card=entry.card,
            )
        if any(
            above.card == entry.card
            and (above.lower_tide == above.higher_tide == ANY or above == entry)
            for above in order.plays[:place]
        ):
            raise Illegal(
                "never_reached",
                "The {card} stands further up and would always be played there.",
                pointer,
                card=entry.card,
            )


def _tides_to_come(state: TurnTheTideState) -> Iterator[tuple[int, ...]]:
    """Yield the tides on the table, and any two that may still be revealed in this stage."""
    if state.tides:
        yield state.tides
    yield from combinations(state.tides_left, 2)


def follow_order(state: TurnTheTideState, seat: int, order: Order) -> Followed[Play]:
    """Return the first card that is in the hand and fits the tides of the open round."""
    skipped: list[Skipped] = []
    for place, entry in enumerate(order.plays):
        why_not = _why_not(state, seat, entry)
        if why_not is None:
            return Followed(PLAYS[entry.card], tuple(skipped))
        skipped.append(Skipped(f"/plays/{place}", *why_not))
    return Followed(None, tuple(skipped))


def _why_not(state: TurnTheTideState, seat: int, entry: Entry) -> tuple[str, str] | None:
    """Return code and sentence if the entry cannot be played in the open round, else None."""
    try:
        judge_card(state, seat, entry.card)
    except Illegal as refusal:
        return refusal.code, refusal.detail
    if not entry.fits_tides(state.tides):
        low, high = sorted(state.tides)
        return CONDITION_NOT_MET, f"The lower tide is {low}, the higher one {high}."
    return None
