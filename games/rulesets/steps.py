"""Outcomes of rules: events, stages that end, steps of a game, and answers of standing orders."""

from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from games.rulesets.kit.values import Json, snake_case, to_json

S = TypeVar("S")  # a ruleset's state
A = TypeVar("A")  # a ruleset's action


# A game makes thousands of events and steps. A named tuple is made in half the time of a frozen
# dataclass, so values that are made in every round are named tuples, here and in the rulesets.


class Event(NamedTuple):
    """A public event: a type in snake_case and its facts."""

    type: str
    data: Json

    @classmethod
    def from_shape(cls, data: Any) -> "Event":
        """Return the event of a shape: the name of its class is the type."""
        return cls(snake_case(type(data)), to_json(data))


@dataclass(frozen=True, slots=True)
class StageEnd:
    """A stage that is over.

    `scores` are the points of this stage by seat. `shown` is what all may see of it from now on,
    `sealed` what they may see only once the whole game is over.
    """

    number: int
    scores: tuple[int, ...]
    shown: Json
    sealed: Json


class Step(NamedTuple, Generic[S]):
    """The new state of a game, the events that led to it, and the stages that ended."""

    state: S
    events: tuple[Event, ...] = ()
    stages: tuple[StageEnd, ...] = ()


CONDITION_NOT_MET = "condition_not_met"
"""The code, in every ruleset, of an order's entry whose condition does not hold at the moment."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """An entry of a standing order that was skipped, and why.

    `pointer` is its JSON pointer within the order. `code` is `CONDITION_NOT_MET` or one of
    the ruleset's refusals; `detail` is one sentence for the player.
    """

    pointer: str
    code: str
    detail: str


@dataclass(frozen=True, slots=True)
class Followed(Generic[A]):
    """The answer of a standing order, with the entries that were skipped.

    `action` is None if no entry fits, so that the fallback is due. `skipped` are the entries that
    were tried before, in their order.
    """

    action: A | None
    skipped: tuple[Skipped, ...] = ()
