"""The secrecy kit of Turn the Tide: another deal that looks the same, and standing orders."""

from collections.abc import Iterator
from itertools import groupby

from games.rulesets.chance import Chance
from games.rulesets.kit.values import Json, replace
from games.rulesets.testing.secrecy import Rehearsal, SecrecyKit
from games.rulesets.turn_the_tide.rules.cards import HALVES, MAX_ROUNDS, WEATHER
from games.rulesets.turn_the_tide.rules.state import TurnTheTideState, plays_left

MIN_CARDS = 4
"""The fewest cards of a hand in which a sealed card cannot be all that is left."""


class TurnTheTideSecrecy(SecrecyKit[TurnTheTideState]):
    """Hands are hidden; all seats in the stage are asked in every round."""

    hides = True

    def redraw_hidden(
        self, state: TurnTheTideState, seat: int | None, chance: Chance
    ) -> TurnTheTideState:
        """Swap the cards that the viewer has never seen, in hands and out of the game alike.

        The viewer remembers each card and the seat that played it, and the hands that the seat has held.
        Cards are swapped for cards with as many life preservers, so that every count stays true.
        """
        known = state.cards_shown
        if seat is not None:
            known.update(*[state.dealt[seat - passed_on] for passed_on in range(state.stage)])
        unknown = sorted((card for card in WEATHER if card not in known), key=HALVES.__getitem__)
        swaps: dict[int, int] = {}
        for halves, alike in groupby(unknown, key=HALVES.__getitem__):
            cards = list(alike)
            swaps.update(zip(cards, chance.shuffle(f"redraw {halves}", cards), strict=True))
        dealt = tuple(tuple(sorted(swaps.get(card, card) for card in hand)) for hand in state.dealt)
        return replace(state, dealt=dealt, plays=plays_left(dealt, state.stage, state.played))

    def rehearse_orders(self, table: Json, mine: Json) -> Rehearsal | None:
        """Return an order for the second card of the hand, and orders that play none."""
        if len(mine["legal_actions"]) < MIN_CARDS:
            return None
        lowest, second, *_, highest = [{"card": card} for card in mine["hand"]]
        never = [{**highest, "when": when} for when in _unmet_conditions(*sorted(table["tides"]))]
        return Rehearsal(
            order={"plays": [second]},
            longer=tuple([{"plays": [entry, second, lowest]} for entry in never]),
            idle=tuple([{"plays": [entry]} for entry in never]),
        )


def _unmet_conditions(low: int, high: int) -> Iterator[Json]:
    """Yield conditions that these two tides do not meet; later tides can meet one of them."""
    if low < MAX_ROUNDS:
        yield {"lower_tide": {"least": low + 1}}
    if high > 1:
        yield {"higher_tide": {"most": high - 1}}


SECRECY = TurnTheTideSecrecy()
