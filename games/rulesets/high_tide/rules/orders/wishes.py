"""The wishes of a standing order, each with a test of what fits it."""

from dataclasses import dataclass

from games.rulesets.high_tide.rules.dice import Pair
from games.rulesets.high_tide.rules.play import require_present
from games.rulesets.high_tide.rules.state import HighTideState
from games.rulesets.high_tide.rules.worth import enters_water, steps_of, would_drown
from games.rulesets.kit.values import Bounds

Beaches = tuple[str, ...]

ANY = Bounds()
ANYWHERE: Beaches = ()


@dataclass(frozen=True, slots=True)
class PairWish:
    """A pair to take or to accept.

    One of its dice has a colour of `beaches`, and none a colour of `avoid`. `dry` is True for a pair that
    keeps all chairs of the seat out of the water, and False for one that does not. A default fits any pair.
    """

    total: Bounds = ANY
    beaches: Beaches = ANYWHERE
    avoid: Beaches = ANYWHERE
    dry: bool | None = None

    def fits_pair(self, state: HighTideState, seat: int, pair: Pair) -> bool:
        colours = {pair.left.colour, pair.right.colour}
        return (
            self.total.allows_number(pair.total_faces)
            and (not self.beaches or not colours.isdisjoint(self.beaches))
            and colours.isdisjoint(self.avoid)
            and self.dry in (None, not would_drown(state, seat, pair))
        )


@dataclass(frozen=True, slots=True)
class DieWish:
    """A die to re-roll: its colour is one of `beaches`; `dry` as for pairs, for its own chair."""

    face: Bounds = ANY
    beaches: Beaches = ANYWHERE
    dry: bool | None = None

    def fits_die(self, state: HighTideState, seat: int, side: str) -> bool:
        dice = require_present(state.dice)
        die = dice.die_on_side(side).die
        # Two dice of one colour move their chair together.
        steps = steps_of(dice.fallen_pair)[die.colour]
        return (
            self.face.allows_number(die.face)
            and (not self.beaches or die.colour in self.beaches)
            and self.dry in (None, not enters_water(state, seat, die.colour, steps))
        )


@dataclass(frozen=True, slots=True)
class CoinWish:
    """A coin to take."""

    beaches: Beaches = ANYWHERE
    value: Bounds = ANY

    def fits_coin(self, beach: str, value: int) -> bool:
        return (not self.beaches or beach in self.beaches) and self.value.allows_number(value)


@dataclass(frozen=True, slots=True)
class TileWish:
    """A tile to use as soon as possible, or only if it gains so many points at once."""

    tile: str
    gain: int | None = None
