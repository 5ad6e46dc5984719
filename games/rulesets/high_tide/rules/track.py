"""The dice track: towels and declined pairs from the top, and the deckchair rental."""

from functools import cache
from typing import NamedTuple

from games.rulesets.high_tide.rules.dice import Pair
from games.rulesets.kit.values import Json, made

Occupant = int | Pair | None
"""A towel as its owner's seat, a declined pair, or nothing."""


class Track(NamedTuple):
    """The usable spaces, numbered from 1 at the top.

    `rental` is the space that the deckchair rental lies on, None once it is removed.
    `rental_rests`: it does not move before the next go (B1).
    """

    spaces: tuple[Occupant, ...]
    rental: int | None
    rental_rests: bool = False

    @classmethod
    @cache
    def new_track(cls, spaces: int, rental_start: int) -> "Track":
        """Return the track at the start of a round, without a rental that would start below it."""
        return cls((None,) * spaces, rental_start if rental_start <= spaces else None)

    @property
    def available_spaces(self) -> int:
        """Return the number of spaces, from the top, that declined pairs may lie on."""
        return len(self.spaces) if self.rental is None else self.rental - 1

    @property
    def free_spaces(self) -> int:
        """Return the number of available spaces that are free."""
        spaces, rental = self.spaces, self.rental
        return (spaces if rental is None else spaces[: rental - 1]).count(None)

    @property
    def declined_pairs(self) -> dict[int, Pair]:
        """Return the declined pairs by space, from the top."""
        return {
            space: occupant
            for space, occupant in enumerate(self.spaces, 1)
            if isinstance(occupant, Pair)
        }

    @property
    def seats_with_towel(self) -> tuple[int, ...]:
        """Return the seats whose towels lie on the track, from the top."""
        return tuple([occupant for occupant in self.spaces if type(occupant) is int])

    @property
    def first_free(self) -> int:
        """Return the topmost free space, available or not."""
        return self.spaces.index(None) + 1

    def put(self, space: int, occupant: Occupant) -> "Track":
        """Return the track with this occupant on a space; None frees it."""
        spaces = [*self.spaces]
        spaces[space - 1] = occupant
        return made(Track, (tuple(spaces), self.rental, self.rental_rests))

    def before_go(self) -> "Track":
        """Return the track with the rental moved on, as before each go but the first."""
        return self._replace(rental_rests=False) if self.rental_rests else self.moved_rental()

    def moved_rental(self) -> "Track":
        """Return the track with the rental one space further down, or removed from the last one."""
        if self.rental is None or self.rental == len(self.spaces):
            return Track(self.spaces, None, self.rental_rests)
        return made(Track, (self.spaces, self.rental + 1, self.rental_rests))

    def to_json(self) -> Json:
        return {
            "spaces": [
                occupant.to_json() if isinstance(occupant, Pair) else occupant
                for occupant in self.spaces
            ],
            "rental": self.rental,
            "rental_rests": self.rental_rests,
        }

    @classmethod
    def from_json(cls, raw: Json) -> "Track":
        spaces: list[Occupant] = [
            Pair.from_json(occupant) if isinstance(occupant, dict) else occupant
            for occupant in raw["spaces"]
        ]
        return cls(tuple(spaces), raw["rental"], raw["rental_rests"])
