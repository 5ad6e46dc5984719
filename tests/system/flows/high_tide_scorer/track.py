"""Dice, and the track that towels and declined pairs lie on."""

from dataclasses import dataclass

from tests.system.flows.high_tide_scorer.tape import demand

BEACHES = ("black", "purple", "blue", "orange", "yellow", "white")


@dataclass
class Die:
    """A die and what tiles make of it: the beach that it counts for, B6's change, B9's way back."""

    colour: str
    face: int
    beach: str = ""
    change: int = 0
    back: bool = False

    def __post_init__(self) -> None:
        self.beach = self.beach or self.colour

    @property
    def number(self) -> int:
        return min(max(self.face + self.change, 1), 6)

    @property
    def steps(self) -> int:
        return -self.number if self.back else self.number


@dataclass
class Pair:
    left: Die
    right: Die

    @classmethod
    def of(cls, one: Die, other: Die) -> "Pair":
        """The higher die lies left, equal ones in the order of the beaches."""
        swapped = (other.face, -BEACHES.index(other.colour)) > (
            one.face,
            -BEACHES.index(one.colour),
        )
        return cls(other, one) if swapped else cls(one, other)

    @property
    def sides(self) -> dict[str, Die]:
        return {"left": self.left, "right": self.right}

    @property
    def total(self) -> int:
        return self.left.face + self.right.face


class Track:
    """`spaces` by number from 1: a seat's towel, a pair, or None."""

    def __init__(self, length: int, rental: int) -> None:
        self.spaces: dict[int, int | Pair | None] = dict.fromkeys(range(1, length + 1))
        self.rental: int | None = rental if rental <= length else None
        self.resting = False

    @property
    def pairs(self) -> dict[int, Pair]:
        return {space: lies for space, lies in self.spaces.items() if isinstance(lies, Pair)}

    @property
    def towels(self) -> list[int]:
        return [lies for lies in self.spaces.values() if isinstance(lies, int)]

    @property
    def free(self) -> int:
        """Free spaces that are available."""
        return sum(
            lies is None and (self.rental is None or space < self.rental)
            for space, lies in self.spaces.items()
        )

    def put(self, what: int | Pair) -> None:
        self.spaces[next(space for space, lies in self.spaces.items() if lies is None)] = what
        lying = [lies is not None for lies in self.spaces.values()]
        demand(lying == sorted(lying, reverse=True), "the track is filled with a gap")

    def take(self, space: int) -> Pair:
        pair = self.pairs[space]
        self.spaces[space] = None
        return pair

    def push_rental(self) -> None:
        if self.rental is not None:
            self.rental = self.rental + 1 if self.rental < len(self.spaces) else None

    def next_turn(self) -> None:
        if self.resting:
            self.resting = False
        else:
            self.push_rental()
