"""The secrecy kit of High Tide: hidden surfer tiles. All else is drawn only when it comes."""

import dataclasses

from games.rulesets.chance import Chance
from games.rulesets.high_tide.rules.components import BEACHES
from games.rulesets.high_tide.rules.options import HIDDEN
from games.rulesets.high_tide.rules.play import require_present
from games.rulesets.high_tide.rules.state import HighTideState
from games.rulesets.kit.values import Json, replace
from games.rulesets.testing.secrecy import Rehearsal, SecrecyKit

NEVER: Json = {"total": {"least": 12}, "beaches": [BEACHES[0]], "avoid": list(BEACHES[1:])}
"""A wish for two sixes of one colour, which hardly ever lie on the track."""


class HighTideSecrecy(SecrecyKit[HighTideState]):
    """Surfer tiles may be hidden. Standing orders to compare, and a question for several seats."""

    def hides_in(self, options: Json) -> bool:
        return options.get("surfers") == HIDDEN

    def redraw_hidden(
        self, state: HighTideState, seat: int | None, chance: Chance
    ) -> HighTideState:
        """Exchange every surfer tile that the viewer cannot know for another one."""
        dealt = state.setup.surfers
        if dealt is None or not state.hides_surfers:
            return state
        unknown = [beach for beach in BEACHES if seat is None or beach != dealt[seat]]
        shift = chance.roll("redraw", len(unknown) - 1)
        turned = dict(zip(unknown, unknown[shift:] + unknown[:shift], strict=True))
        surfers = tuple([turned.get(beach, beach) for beach in dealt])
        return replace(state, setup=dataclasses.replace(state.setup, surfers=surfers))

    def rehearse_orders(self, table: Json, mine: Json) -> Rehearsal | None:
        """Return orders that decline any roll, or that leave the question to the fallback."""
        if {"type": "decline"} not in mine["legal_actions"]:
            return None
        # Not of other decisions: those of the same sitting are taken at the same deadline.
        return Rehearsal({"accept": []}, longer=({"accept": [NEVER]},), idle=({"take": [NEVER]},))

    def ask_several(self, state: HighTideState, seat: int) -> HighTideState:
        """Return a state in which several seats hold tiles for use before a go."""
        after = ((seat + 1) % state.seat_count, (seat + 2) % state.seat_count)
        held = (("B3", seat), ("B2", after[0]), ("B1", after[1]))
        baywatch = replace(require_present(state.baywatch), held=held, face_up="B5")
        return replace(state, baywatch=baywatch)


SECRECY = HighTideSecrecy()
