"""A beach: its chairs on sand and in water, and the waves that have come in."""

from collections.abc import Iterable
from operator import attrgetter
from typing import NamedTuple

from games.rulesets.high_tide.rules.components import BAR
from games.rulesets.kit.values import Json, made


class Chair(NamedTuple):
    """A seat's chair and the space that it stands on, 0 for the bar."""

    seat: int
    space: int


BY_SPACE = attrgetter("space")


class Beach(NamedTuple):
    """One beach.

    `spaces` are those of the chairs by seat. `came` has the seats in the order in which their
    chairs came there, so that of two on one space the later one stands to the right. `dry` is
    the last dry space: 0 leaves only the bar. `waves` are the sizes of the waves laid here, the
    first one first.
    """

    colour: str
    dry: int
    spaces: tuple[int, ...]
    came: tuple[int, ...]
    waves: tuple[str, ...] = ()

    @classmethod
    def with_chairs(
        cls, colour: str, dry: int, chairs: Iterable[tuple[int, int]], waves: Iterable[str] = ()
    ) -> "Beach":
        """Return a beach from pairs of seat and space, in the order in which they came."""
        by_seat = dict(chairs)
        spaces = tuple([by_seat[seat] for seat in range(len(by_seat))])
        return cls(colour, dry, spaces, tuple(by_seat), tuple(waves))

    @property
    def chairs_by_arrival(self) -> tuple[Chair, ...]:
        """Return the chairs in the order in which they came to their spaces."""
        return tuple([Chair(seat, self.spaces[seat]) for seat in self.came])

    @property
    def first_water_space(self) -> int:
        """Return the first space of the water."""
        return self.dry + 1

    def space_of(self, seat: int) -> int:
        return self.spaces[seat]

    def in_water(self, seat: int) -> bool:
        return self.spaces[seat] > self.dry

    @property
    def flooded_seats(self) -> tuple[int, ...]:
        """Return the seats whose chairs stand in the water, in the order in which they came there."""
        spaces, dry = self.spaces, self.dry
        if max(spaces) <= dry:  # as it is nearly always
            return ()
        return tuple([seat for seat in self.came if spaces[seat] > dry])

    @property
    def at_bar(self) -> tuple[int, ...]:
        return tuple([seat for seat in self.came if self.spaces[seat] == BAR])

    @property
    def sand_ranking(self) -> tuple[int, ...]:
        """Return the seats on sand, nearest to the water first, of one space the rightmost first."""
        sand = self._seats_on_sand
        sand.sort(key=self.spaces.__getitem__)
        return tuple(reversed(sand))

    @property
    def nearest_seat(self) -> int | None:
        """Return the seat on sand nearest to the water, of one space the leftmost, or None."""
        return max(self._seats_on_sand, key=self.spaces.__getitem__, default=None)

    @property
    def _seats_on_sand(self) -> list[int]:
        """Return the seats on sand, in the order in which they came to their spaces."""
        spaces, dry = self.spaces, self.dry
        return [seat for seat in self.came if BAR < spaces[seat] <= dry]

    def target_space(self, seat: int, steps: int) -> int:
        """Return the space where a chair ends after so many steps (below 0: away from the water).

        It stops on the first water space and at the bar. A chair in the water stays there.
        """
        space, dry = self.spaces[seat], self.dry
        if space > dry:
            return space
        end = space + steps
        if end > dry:
            return dry + 1
        return max(BAR, end)

    def move_chair(self, seat: int, steps: int) -> "Beach":
        """Return the beach after that move. A chair that stays keeps its place."""
        colour, dry, spaces, came, waves = self
        space = self.target_space(seat, steps)
        if space == spaces[seat]:
            return self
        by_seat = [*spaces]
        by_seat[seat] = space
        order = [*came]
        order.remove(seat)
        order.append(seat)
        return made(Beach, (colour, dry, tuple(by_seat), tuple(order), waves))

    def after_wave(self, size: str, length: int) -> "Beach":
        """Return the beach with a wave laid before the water. The bar never floods."""
        colour, dry, spaces, came, waves = self
        return made(Beach, (colour, max(BAR, dry - length), spaces, came, (*waves, size)))

    def to_json(self) -> Json:
        return {
            "colour": self.colour,
            "dry": self.dry,
            "chairs": [[seat, self.spaces[seat]] for seat in self.came],
            "waves": list(self.waves),
        }

    @classmethod
    def from_json(cls, raw: Json) -> "Beach":
        return cls.with_chairs(raw["colour"], raw["dry"], raw["chairs"], raw["waves"])
