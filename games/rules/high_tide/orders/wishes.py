"""The wishes that a standing order is made of; each says what it fits."""

from dataclasses import dataclass

from games.rules.high_tide.dice import Pair
from games.rules.high_tide.play import present
from games.rules.high_tide.state import State
from games.rules.high_tide.worth import drowns, enters_water, steps_of
from games.rules.kit.bounds import Bounds

Beaches = tuple[str, ...]

ANY = Bounds()
ANYWHERE: Beaches = ()


@dataclass(frozen=True, slots=True)
class PairWish:
    """A pair to take or to accept.

    A die of it is for one of `beaches` and none for any of `avoid`; `dry` if it keeps all her
    chairs out of the water, False if it does not. What is left open fits anything.
    """

    total: Bounds = ANY
    beaches: Beaches = ANYWHERE
    avoid: Beaches = ANYWHERE
    dry: bool | None = None

    def fits(self, state: State, seat: int, pair: Pair) -> bool:
        colours = {pair.left.colour, pair.right.colour}
        return (
            self.total.hold(pair.total)
            and (not self.beaches or not colours.isdisjoint(self.beaches))
            and colours.isdisjoint(self.avoid)
            and self.dry in (None, not drowns(state, seat, pair))
        )


@dataclass(frozen=True, slots=True)
class DieWish:
    """A die to re-roll: one for one of `beaches`; `dry` as for pairs, for its own chair."""

    face: Bounds = ANY
    beaches: Beaches = ANYWHERE
    dry: bool | None = None

    def fits(self, state: State, seat: int, side: str) -> bool:
        dice = present(state.dice)
        die = dice.side(side).die
        # Two dice of one colour move their chair together.
        steps = steps_of(dice.pair)[die.colour]
        return (
            self.face.hold(die.face)
            and (not self.beaches or die.colour in self.beaches)
            and self.dry in (None, not enters_water(state, seat, die.colour, steps))
        )


@dataclass(frozen=True, slots=True)
class CoinWish:
    """A coin to take."""

    beaches: Beaches = ANYWHERE
    value: Bounds = ANY

    def fits(self, beach: str, value: int) -> bool:
        return (not self.beaches or beach in self.beaches) and self.value.hold(value)


@dataclass(frozen=True, slots=True)
class TileWish:
    """A tile to use as soon as it can be, or only where it gains so many points at once."""

    tile: str
    gain: int | None = None
