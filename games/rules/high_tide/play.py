"""A stretch of play between two questions."""

from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from games.rules.chance import Chance
from games.rules.high_tide.baywatch.tiles import Baywatch
from games.rules.high_tide.beach import Beach
from games.rules.high_tide.coins import Coins
from games.rules.high_tide.components import FACES
from games.rules.high_tide.dice import Bag, Pair, PlayedDice, pair_of
from games.rules.high_tide.shark_alert import SharkAlert
from games.rules.high_tide.state import Offer, State
from games.rules.high_tide.track import Track
from games.rules.kit.frozen import made
from games.rules.ruleset import Event, StageEnd, Step

T = TypeVar("T")
Json = dict[str, Any]


def present(value: T | None) -> T:
    """What must be there at this point of a game; `LookupError` if the rules are mistaken."""
    if value is None:
        raise LookupError("The game is not at this point.")
    return value


@lru_cache(maxsize=4096)
def _purposes(round_: int, draws: int, rolls: int) -> tuple[str, str, str]:
    """What a pair is drawn and each of its dice rolled for."""
    return (
        f"round {round_} draw {draws}",
        f"round {round_} roll {rolls + 1}",
        f"round {round_} roll {rolls + 2}",
    )


class Draft(State):
    """A state that is still being changed; the fields below are those that do."""

    round: int
    phase: str
    pile: tuple[int, ...]
    track: Track
    bag: Bag
    beaches: tuple[Beach, ...]
    coins: Coins | None
    shark_alert: SharkAlert | None
    baywatch: Baywatch | None
    dice: PlayedDice | None
    offers: tuple[Offer, ...]
    passed: tuple[int, ...]
    draws: int
    rolls: int

    if not TYPE_CHECKING:
        # Both: with one of them alone, each change would go through Python.
        __setattr__ = object.__setattr__
        __delattr__ = object.__delattr__


class Play:
    """The game while it moves on by itself: a draft of its state, and what happens on the way.

    It lives within one call of the rules; all that goes in and comes out is frozen. Nobody else has
    the draft. Why so: docs/why.md#hot-rules.
    """

    __slots__ = ("_events", "_stages", "chance", "state")

    def __init__(self, state: State, chance: Chance) -> None:
        self.state = draft = object.__new__(Draft)
        draft.__dict__ = vars(state).copy()
        self.chance = chance
        self._events: list[Event] = []
        self._stages: list[StageEnd] = []

    @property
    def seat(self) -> int:
        """The player whose go it is."""
        return self.state.pile[0]

    def publish(self, happening: str, facts: Json) -> None:
        self._events.append(made(Event, (happening, facts)))

    def end_stage(self, stage: StageEnd) -> None:
        self._stages.append(stage)

    def step(self) -> Step[State]:
        """The end of it: the draft is frozen, and the play goes no further."""
        state = self.state
        state.__class__ = State  # type: ignore[assignment]
        return made(Step, (state, tuple(self._events), tuple(self._stages)))

    def draw_and_roll(self) -> Pair:
        """Two dice from the bag, rolled, in the order in which they lie."""
        state, chance = self.state, self.chance
        round_, bag = state.round, state.bag
        state.draws = draws = state.draws + 1
        rolls = state.rolls
        state.rolls = rolls + 2
        draw, roll, next_roll = _purposes(round_, draws, rolls)
        one, other = chance.sample(draw, bag.dice, 2)
        state.bag = bag.without(one, other)
        return pair_of(one, other, chance.roll(roll, FACES), chance.roll(next_roll, FACES))

    def roll(self) -> int:
        """The face of one die rolled."""
        state = self.state
        state.rolls = rolls = state.rolls + 1
        return self.chance.roll(f"round {state.round} roll {rolls}", FACES)
