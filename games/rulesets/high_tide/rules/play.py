"""Play between two questions."""

from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from games.rulesets.chance import Chance
from games.rulesets.high_tide.rules.baywatch.tiles import Baywatch
from games.rulesets.high_tide.rules.beach import Beach
from games.rulesets.high_tide.rules.coins import Coins
from games.rulesets.high_tide.rules.components import FACES
from games.rulesets.high_tide.rules.dice import Bag, Pair, PlayedDice, pair_of
from games.rulesets.high_tide.rules.shark_alert import SharkAlert
from games.rulesets.high_tide.rules.state import HighTideState, Offer
from games.rulesets.high_tide.rules.track import Track
from games.rulesets.kit.values import made
from games.rulesets.steps import Event, StageEnd, Step

T = TypeVar("T")


def require_present(value: T | None) -> T:
    """Return a value that cannot be None at this point. Raises `LookupError` if the rules are wrong."""
    if value is None:
        raise LookupError("The game is not at this point.")
    return value


@lru_cache(maxsize=4096)
def _draw_purposes(round_: int, draws: int, rolls: int) -> tuple[str, str, str]:
    """Return the purposes of a draw of two dice, and of the roll of each."""
    return (
        f"round {round_} draw {draws}",
        f"round {round_} roll {rolls + 1}",
        f"round {round_} roll {rolls + 2}",
    )


class Draft(HighTideState):
    """A state that can be changed; the fields below are those that change."""

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


class PlayDraft:
    """The game between two questions: a draft of its state, and the events so far.

    It lives within one call of the rules; all that goes in and comes out is frozen, and no other
    code has the draft. Why so: docs/decisions/rulesets.md.
    """

    __slots__ = ("_events", "_stages", "chance", "state")

    def __init__(self, state: HighTideState, chance: Chance) -> None:
        self.state = draft = object.__new__(Draft)
        draft.__dict__ = vars(state).copy()
        self.chance = chance
        self._events: list[Event] = []
        self._stages: list[StageEnd] = []

    @property
    def seat_to_play(self) -> int:
        """Return the seat whose go it is."""
        return self.state.pile[0]

    def publish_event(self, happening: str, **facts: Any) -> None:
        """Append an event of this round."""
        self._events.append(made(Event, (happening, {"round": self.state.round, **facts})))

    def end_stage(self, stage: StageEnd) -> None:
        self._stages.append(stage)

    def finish_step(self) -> Step[HighTideState]:
        """Freeze the draft and return the step. The play goes no further."""
        state = self.state
        state.__class__ = HighTideState  # type: ignore[assignment]
        return made(Step, (state, tuple(self._events), tuple(self._stages)))

    def draw_and_roll(self) -> Pair:
        """Draw two dice from the bag, roll them, and return the pair as it lies."""
        state, chance = self.state, self.chance
        round_, bag = state.round, state.bag
        state.draws = draws = state.draws + 1
        rolls = state.rolls
        state.rolls = rolls + 2
        draw, roll, next_roll = _draw_purposes(round_, draws, rolls)
        one, other = chance.sample(draw, bag.dice, 2)
        state.bag = bag.remove_dice(one, other)
        return pair_of(one, other, chance.roll(roll, FACES), chance.roll(next_roll, FACES))

    def roll_die(self) -> int:
        """Roll a die and return its face."""
        state = self.state
        state.rolls = rolls = state.rolls + 1
        return self.chance.roll(f"round {state.round} roll {rolls}", FACES)
