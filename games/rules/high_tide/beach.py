"""A beach: its chairs on sand and in water, and the waves that have come in."""

from dataclasses import dataclass
from operator import attrgetter
from typing import Any, NamedTuple

from games.rules.high_tide.components import BAR
from games.rules.kit.frozen import replace

Json = dict[str, Any]


class Chair(NamedTuple):
    """A seat's chair and the space that it stands on, 0 for the bar."""

    seat: int
    space: int


BY_SPACE = attrgetter("space")


@dataclass(frozen=True)
class Beach:
    """One beach.

    `chairs` are in the order in which they came to their spaces, so that of two on one space
    the later in the list stands to the right. `dry` is the last dry space: 0 leaves only the
    bar. `waves` are the sizes of the waves laid here, the first one first.
    """

    colour: str
    dry: int
    chairs: tuple[Chair, ...]
    waves: tuple[str, ...] = ()

    @property
    def water(self) -> int:
        """The first space of the water."""
        return self.dry + 1

    def space_of(self, seat: int) -> int:
        (space,) = [chair.space for chair in self.chairs if chair.seat == seat]
        return space

    def in_water(self, seat: int) -> bool:
        return self.space_of(seat) > self.dry

    @property
    def flooded(self) -> tuple[int, ...]:
        """The seats whose chairs stand in the water."""
        return tuple([chair.seat for chair in self.chairs if chair.space > self.dry])

    @property
    def at_bar(self) -> tuple[int, ...]:
        return tuple([chair.seat for chair in self.chairs if chair.space == BAR])

    @property
    def ranking(self) -> tuple[int, ...]:
        """The seats on sand, nearest to the water first, of one space the rightmost first."""
        sand = [chair for chair in self.chairs if BAR < chair.space <= self.dry]
        sand.sort(key=BY_SPACE)
        return tuple([chair.seat for chair in reversed(sand)])

    @property
    def nearest(self) -> int | None:
        """The seat on sand nearest to the water, of one space the leftmost; None if nobody is."""
        sand = [chair for chair in self.chairs if BAR < chair.space <= self.dry]
        return max(sand, key=BY_SPACE).seat if sand else None

    def target(self, seat: int, steps: int) -> int:
        """Where the chair ends that moves so many spaces (below 0: away from the water).

        It stops on the first water space and at the bar; out of the water it never comes.
        """
        space = self.space_of(seat)
        return space if space > self.dry else max(BAR, min(space + steps, self.water))

    def moved(self, seat: int, steps: int) -> "Beach":
        """The beach after that move; a chair that does not move keeps its place on its space."""
        target = self.target(seat, steps)
        if target == self.space_of(seat):
            return self
        others = tuple([chair for chair in self.chairs if chair.seat != seat])
        return replace(self, chairs=(*others, Chair(seat, target)))

    def after_wave(self, size: str, length: int) -> "Beach":
        """The beach with a wave laid before the water; the bar never floods."""
        return replace(self, dry=max(BAR, self.dry - length), waves=(*self.waves, size))

    def to_json(self) -> Json:
        return {
            "colour": self.colour,
            "dry": self.dry,
            "chairs": [[chair.seat, chair.space] for chair in self.chairs],
            "waves": list(self.waves),
        }

    @classmethod
    def from_json(cls, raw: Json) -> "Beach":
        chairs = tuple([Chair(seat, space) for seat, space in raw["chairs"]])
        return cls(raw["colour"], raw["dry"], chairs, tuple(raw["waves"]))
