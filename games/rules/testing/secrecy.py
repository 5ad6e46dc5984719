"""Secrecy kits: what a game alone can say of its secrets, for the tests of secrecy.

Why so: docs/why.md#rules-for-tests, docs/why.md#hides-nothing.
"""

from dataclasses import dataclass
from importlib.metadata import EntryPoint
from typing import Any, Generic, TypeVar

from games.rules.chance import Chance
from games.rules.ruleset import Ruleset

S = TypeVar("S")

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """Standing orders that a seat could give at the question before it.

    `order` answers the question, until the next sitting begins. Each of `longer` answers all of that
    sitting as `order` does, and holds more besides; each of `idle` leaves all of it to time. Both
    hold several because some may be refused as things stand: one of each can be given.
    """

    order: Json
    longer: tuple[Json, ...]
    idle: tuple[Json, ...]


class SecrecyKit(Generic[S]):
    """The secrets of a game that hides nothing; one that hides something overrides it."""

    hides = False
    """Whether some viewer may not know all of the state. Then `redraw` gives another state."""

    def hides_in(self, options: Json) -> bool:
        """Return `hides`; a game that hides something with some options alone says with which."""
        return self.hides

    def redraw(self, state: S, seat: int | None, chance: Chance) -> S:
        """Another state that this viewer cannot tell from the given one."""
        return state

    def rehearse(self, table: Json, mine: Json) -> Rehearsal | None:
        """Orders for a seat that is asked, by what it sees; None if orders are of no use at this question.

        Games are compared that differ in an order that nobody else may know.
        """
        return None

    def crowd(self, state: S, seat: int) -> S:
        """A state that could be in the place of this one and leads to a question for this seat and others.

        They are asked at once, now or a few turns later: only then does an answer stay sealed. A game
        in which that comes about by itself gives the state back as it is.
        """
        return state


OPEN: SecrecyKit[Any] = SecrecyKit()


def kit_of(rules: Ruleset[Any, Any]) -> SecrecyKit[Any]:
    """Return the kit that a ruleset names, or that of a game without secrets."""
    kit: SecrecyKit[Any] = EntryPoint("", rules.secrecy, "").load() if rules.secrecy else OPEN
    return kit
