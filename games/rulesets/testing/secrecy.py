"""Secrecy kits: a game's own description of its secrets, for the tests of secrecy.

Why so: docs/decisions/secrecy.md.
"""

from dataclasses import dataclass
from importlib.metadata import EntryPoint
from typing import Any, Generic, TypeVar

from games.rulesets.chance import Chance
from games.rulesets.kit.values import Json
from games.rulesets.ruleset import Ruleset

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """Standing orders that a seat could give at the question before it.

    `order` answers the question, until the next sitting begins. Each of `longer` answers all of that
    sitting as `order` does and has more entries; each of `idle` leaves all of it to the fallback. Both have
    several because the rules may refuse some of them now: one of each is accepted.
    """

    order: Json
    longer: tuple[Json, ...]
    idle: tuple[Json, ...]


class SecrecyKit(Generic[S]):
    """The secrets of a game that hides nothing; one that hides something overrides it."""

    hides = False
    """True if a viewer may not know all of the state. Then `redraw_hidden` returns another state."""

    def hides_in(self, options: Json) -> bool:
        """Return `hides`; a game that hides something with some options alone says with which."""
        return self.hides

    def redraw_hidden(self, state: S, seat: int | None, chance: Chance) -> S:
        """Return another state that this viewer cannot tell from the given one."""
        return state

    def rehearse_orders(self, table: Json, mine: Json) -> Rehearsal | None:
        """Return orders for a seat by what it sees; None if orders do not fit here.

        The tests compare games that differ in an order that no other seat may know.
        """
        return None

    def ask_several(self, state: S, seat: int) -> S:
        """Return a state like this one in which the seat and others are asked at once.

        That may be now or a few turns later: only then does an answer stay sealed. A game in which that
        happens without help returns the state as it is.
        """
        return state


OPEN: SecrecyKit[Any] = SecrecyKit()


def kit_of(rules: Ruleset[Any, Any]) -> SecrecyKit[Any]:
    """Return the kit that a ruleset names, or that of a game without secrets."""
    kit: SecrecyKit[Any] = EntryPoint("", rules.secrecy, "").load() if rules.secrecy else OPEN
    return kit
