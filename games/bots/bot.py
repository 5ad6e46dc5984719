"""The contract of a bot."""

from random import Random
from typing import Any, Protocol

Json = dict[str, Any]


class Bot(Protocol):
    """A player in software.

    It is given what any client with its seat would be given, and never the state: `table` (for
    all) and `mine` (for its seat: `legal_actions`, `fallback` and what the ruleset adds). It
    answers with an action as JSON, one of `legal_actions`.
    """

    def __call__(self, table: Json, mine: Json, random: Random) -> Json: ...
