"""Where a game of goofspiel stands. Everything that is listed by seat is in the order of the seats."""

from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

Json = dict[str, Any]


class Bid(NamedTuple):
    """The one action: a card of the own suit for the prize on the table."""

    card: int


@dataclass(frozen=True)
class State:
    """`prizes` lie in the order in which they are turned up; those to come are face down.

    `bids` are those of the rounds that are over, round by round.
    """

    prizes: tuple[int, ...]
    seats: int
    bids: tuple[tuple[int, ...], ...] = ()

    @property
    def over(self) -> bool:
        return len(self.bids) == len(self.prizes)

    @property
    def round(self) -> int:
        """The open round, from 1; of a game that is over the last one."""
        return min(len(self.bids) + 1, len(self.prizes))

    @property
    def prize(self) -> int | None:
        """What is bid for now."""
        return None if self.over else self.prizes[len(self.bids)]

    @property
    def to_come(self) -> tuple[int, ...]:
        """The prizes that nobody has seen."""
        return self.prizes[len(self.bids) + 1 :]

    def hand(self, seat: int) -> tuple[int, ...]:
        """What the seat has not bid yet, ascending. All can work it out."""
        spent = {bids[seat] for bids in self.bids}
        return tuple([card for card in range(1, len(self.prizes) + 1) if card not in spent])

    @property
    def won(self) -> tuple[tuple[int, ...], ...]:
        """The prizes of each seat, in the order in which it won them."""
        winners = [winner(bids) for bids in self.bids]
        return tuple(
            [
                tuple(
                    [prize for prize, had in zip(self.prizes, winners, strict=False) if had == seat]
                )
                for seat in range(self.seats)
            ]
        )

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(map(sum, self.won))

    def to_json(self) -> Json:
        return {
            "prizes": list(self.prizes),
            "seats": self.seats,
            "bids": [list(bids) for bids in self.bids],
        }

    @classmethod
    def from_json(cls, raw: Json) -> "State":
        bids = tuple([tuple(one) for one in raw["bids"]])
        return cls(tuple(raw["prizes"]), raw["seats"], bids)


@cache
def winner(bids: tuple[int, ...]) -> int | None:
    """The seat of the highest bid; None if several have bid as much."""
    highest = max(bids)
    return bids.index(highest) if bids.count(highest) == 1 else None
