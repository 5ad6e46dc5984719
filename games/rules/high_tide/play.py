"""A stretch of play between two questions."""

from typing import Any, TypeVar

from games.rules.chance import Chance
from games.rules.high_tide.components import FACES
from games.rules.high_tide.dice import Die, Pair, in_order
from games.rules.high_tide.state import State
from games.rules.kit.frozen import replace
from games.rules.ruleset import Event, StageEnd, Step

T = TypeVar("T")


def present(value: T | None) -> T:
    """What must be there at this point of a game; `LookupError` if the rules are mistaken."""
    if value is None:
        raise LookupError("The game is not at this point.")
    return value


class Play:
    """The game while it moves on by itself: a state being replaced, and what happens on the way.

    It lives within one call of the rules; all that goes in and comes out is frozen.
    """

    def __init__(self, state: State, chance: Chance) -> None:
        self.state = state
        self.chance = chance
        self._events: list[Event] = []
        self._stages: list[StageEnd] = []

    @property
    def seat(self) -> int:
        """The player whose go it is."""
        return self.state.pile[0]

    def publish(self, happening: str, **facts: Any) -> None:
        self._events.append(Event(happening, facts))

    def end_stage(self, stage: StageEnd) -> None:
        self._stages.append(stage)

    def step(self) -> Step[State]:
        return Step(self.state, tuple(self._events), tuple(self._stages))

    def draw_and_roll(self) -> Pair:
        """Two dice from the bag, rolled, in the order in which they lie."""
        state = self.state
        draws = state.draws + 1
        colours = self.chance.sample(f"round {state.round} draw {draws}", state.bag.dice, 2)
        self.state = replace(state, draws=draws, bag=state.bag.without(colours))
        one, other = (Die(colour, self.roll()) for colour in colours)
        return in_order(one, other)

    def roll(self) -> int:
        """The face of one die rolled."""
        state = self.state
        rolls = state.rolls + 1
        self.state = replace(state, rolls=rolls)
        return self.chance.roll(f"round {state.round} roll {rolls}", FACES)
