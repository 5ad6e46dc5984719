"""Standing orders for the tests of secrecy."""

from collections.abc import Iterator
from typing import Any

from games.rules.ruleset import Rehearsal
from games.rules.turn_the_tide.cards import ROUNDS_AT_MOST

Json = dict[str, Any]

FEWEST = 4
"""With fewer cards, what is sealed may be all that is left."""


def rehearse(table: Json, mine: Json) -> Rehearsal | None:
    """The second card of the hand is played, or none."""
    if len(mine["legal_actions"]) < FEWEST:
        return None
    lowest, second, *_, highest = [{"card": card} for card in mine["hand"]]
    never = [{**highest, "when": when} for when in _unmet(*sorted(table["tides"]))]
    return Rehearsal(
        order={"plays": [second]},
        longer=tuple([{"plays": [entry, second, lowest]} for entry in never]),
        idle=tuple([{"plays": [entry]} for entry in never]),
    )


def _unmet(low: int, high: int) -> Iterator[Json]:
    """Conditions that these two tides do not meet; tides to come can meet one of them."""
    if low < ROUNDS_AT_MOST:
        yield {"lower_tide": {"least": low + 1}}
    if high > 1:
        yield {"higher_tide": {"most": high - 1}}
