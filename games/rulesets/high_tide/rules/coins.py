"""Coins: lying on the first spaces of each beach, taken by chairs that come to them."""

from dataclasses import dataclass
from typing import Any

from games.rulesets.chance import Chance
from games.rulesets.high_tide.rules.beach import Beach
from games.rulesets.high_tide.rules.components import BEACHES, PLACE, place_points
from games.rulesets.kit.values import replace

NOTHING = 0
"""The value that stands for no coin."""


@dataclass(frozen=True)
class Coins:
    """`lying` by beach and space from 1 on, `owned` by seat and colour: values, 0 for none."""

    lying: tuple[tuple[int, ...], ...]
    owned: tuple[tuple[int, ...], ...]

    @classmethod
    def laid_out(cls, values: tuple[int, ...], seats: int, chance: Chance) -> "Coins":
        lying = tuple([chance.shuffle(f"{beach} coins", values) for beach in BEACHES])
        return cls(lying, ((NOTHING,) * len(BEACHES),) * seats)

    def value_at(self, beach: str, space: int) -> int:
        """Return the value of the coin that lies there, or `NOTHING`."""
        row = self.lying[PLACE[beach]]
        return row[space - 1] if 1 <= space <= len(row) else NOTHING

    def within_reach(self, seat: int, beach: Beach, steps: tuple[int, ...]) -> tuple[int, ...]:
        """Return the spaces with coins that a chair reaches with these steps, in any order.

        `beach` is as it was before. The space where the chair stood does not count. Ascending;
        empty for an owner of a coin of that colour.
        """
        if self.owned[seat][PLACE[beach.colour]] or beach.in_water(seat):
            return ()
        stand = beach.space_of(seat)
        stops = {beach.target_space(seat, sum(steps))}
        if len(steps) > 1:
            stops.update(beach.target_space(seat, step) for step in steps)
        stops.discard(stand)
        return tuple(sorted(space for space in stops if self.value_at(beach.colour, space)))

    def take_coin(self, seat: int, beach: str, space: int) -> "Coins":
        place = PLACE[beach]
        owned = _replace_at(self.owned[seat], place, self.value_at(beach, space))
        lying = _replace_at(self.lying[place], space - 1, NOTHING)
        return replace(
            self,
            lying=_replace_at(self.lying, place, lying),
            owned=_replace_at(self.owned, seat, owned),
        )

    def after_flood(self, beach: Beach) -> "Coins":
        """Return the coins without those that the water of this beach now covers."""
        place = PLACE[beach.colour]
        dry = self.lying[place][: beach.dry]
        row = dry + (NOTHING,) * (len(self.lying[place]) - len(dry))
        return replace(self, lying=_replace_at(self.lying, place, row))

    def points_by_seat(self) -> tuple[int, ...]:
        """Return points by seat: by total, ties by the coins in the order of the beaches."""
        seats = len(self.owned)
        collectors = sorted(
            (seat for seat in range(seats) if any(self.owned[seat])),
            key=lambda seat: (sum(self.owned[seat]), self.owned[seat]),
            reverse=True,
        )
        points = [0] * seats
        # Fewer collectors than places: the places left are lost.
        for seat, worth in zip(collectors, place_points(seats), strict=False):
            points[seat] = worth
        return tuple(points)


def _replace_at(row: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    return (*row[:place], value, *row[place + 1 :])
