"""The contract of a bot."""

from random import Random
from typing import Any, Protocol, TypeVar

from games.rules.ruleset import Ruleset

S = TypeVar("S")
A = TypeVar("A")

Json = dict[str, Any]


class Bot(Protocol):
    """A player in software.

    It is given what any client with its seat would be given, and never the state: `table` (for
    all) and `mine` (for its seat: `legal_actions`, `fallback` and what the ruleset adds). A client
    can keep what it was shown before, and a bot keeps nothing: so `mine["remembered"]` has that. It
    answers with an action as JSON, one of `legal_actions`.
    """

    def __call__(self, table: Json, mine: Json, random: Random) -> Json: ...


class Analyst(Protocol):
    """A bot that can say of each legal action how likely it plays it.

    They are in the order of the legal actions, the likeliest being 1.
    """

    def chances(self, table: Json, mine: Json) -> list[float]: ...


def shown(ruleset: Ruleset[S, A], state: S, seat: int) -> tuple[Json, Json]:
    """What a bot in this seat is given: `table` and `mine`."""
    mine = {**ruleset.mine(state, seat), "remembered": ruleset.remembered(state, seat)}
    return ruleset.table(state), mine
