"""A stretch of play between two questions."""

from collections.abc import Callable
from dataclasses import fields
from typing import Any, TypeVar

from games.rules.chance import Chance
from games.rules.high_tide.components import FACES
from games.rules.high_tide.dice import Pair, pair_of
from games.rules.high_tide.state import State
from games.rules.kit.frozen import made, replace
from games.rules.ruleset import Event, StageEnd, Step

T = TypeVar("T")

FIELDS = len(fields(State))


def present(value: T | None) -> T:
    """What must be there at this point of a game; `LookupError` if the rules are mistaken."""
    if value is None:
        raise LookupError("The game is not at this point.")
    return value


class Play:
    """The game while it moves on by itself: a state being replaced, and what happens on the way.

    It lives within one call of the rules; all that goes in and comes out is frozen. In between it
    changes a copy of the state that nobody else has. Why so: docs/why.md#hot-rules.
    """

    def __init__(self, state: State, chance: Chance) -> None:
        self.state = replace(state)
        self.chance = chance
        self.change: Callable[..., None] = vars(self.state).update
        """Go on with these fields of the state changed: `change(phase=Phase.OVER)`."""
        self._events: list[Event] = []
        self._stages: list[StageEnd] = []

    @property
    def seat(self) -> int:
        """The player whose go it is."""
        return self.state.pile[0]

    def publish(self, happening: str, **facts: Any) -> None:
        self._events.append(made(Event, (happening, facts)))

    def end_stage(self, stage: StageEnd) -> None:
        self._stages.append(stage)

    def step(self) -> Step[State]:
        if len(vars(self.state)) > FIELDS:
            raise TypeError(f"A state has not all of: {', '.join(vars(self.state))}.")
        return made(Step, (self.state, tuple(self._events), tuple(self._stages)))

    def draw_and_roll(self) -> Pair:
        """Two dice from the bag, rolled, in the order in which they lie."""
        state = self.state
        round_, draws, rolls, bag = state.round, state.draws + 1, state.rolls, state.bag
        one, other = self.chance.sample(f"round {round_} draw {draws}", bag.dice, 2)
        one_face = self.chance.roll(f"round {round_} roll {rolls + 1}", FACES)
        other_face = self.chance.roll(f"round {round_} roll {rolls + 2}", FACES)
        self.change(draws=draws, rolls=rolls + 2, bag=bag.without(one, other))
        return pair_of(one, other, one_face, other_face)

    def roll(self) -> int:
        """The face of one die rolled."""
        rolls = self.state.rolls + 1
        self.change(rolls=rolls)
        return self.chance.roll(f"round {self.state.round} roll {rolls}", FACES)
