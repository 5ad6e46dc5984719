"""Dice: drawn from the bag, rolled, laid down as a pair, counted when chairs move."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from games.rules.high_tide.components import BEACHES, FACES, PLACE
from games.rules.kit.frozen import replace

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Die:
    """A die as it fell."""

    colour: str
    face: int

    def to_json(self) -> Json:
        return {"colour": self.colour, "face": self.face}

    @classmethod
    def from_json(cls, raw: Json) -> "Die":
        return cls(raw["colour"], raw["face"])


@dataclass(frozen=True, slots=True)
class Pair:
    """Two dice side by side."""

    left: Die
    right: Die

    @property
    def total(self) -> int:
        return self.left.face + self.right.face

    def to_json(self) -> Json:
        return {"left": self.left.to_json(), "right": self.right.to_json()}

    @classmethod
    def from_json(cls, raw: Json) -> "Pair":
        return cls(Die.from_json(raw["left"]), Die.from_json(raw["right"]))


def in_order(one: Die, other: Die) -> Pair:
    """The pair as it lies: the higher die left, equal ones in the order of the beaches."""
    left, right = sorted((one, other), key=lambda die: (-die.face, PLACE[die.colour]))
    return Pair(left, right)


@dataclass(frozen=True)
class PlayedDie:
    """One of the two dice of the player whose go it is.

    `colour` is the beach that it counts for and `change` what B6 adds to it; `back` if it
    moves its chair away from the water.
    """

    die: Die
    colour: str
    change: int = 0
    back: bool = False

    @property
    def number(self) -> int:
        """Spaces that it counts for."""
        return min(max(self.die.face + self.change, 1), FACES)

    @property
    def steps(self) -> int:
        """Spaces towards the water, below 0 for spaces away from it."""
        return -self.number if self.back else self.number

    def rolled(self, face: int) -> "PlayedDie":
        return replace(self, die=Die(self.die.colour, face))

    def to_json(self) -> Json:
        return {
            "die": self.die.to_json(),
            "colour": self.colour,
            "change": self.change,
            "back": self.back,
        }

    @classmethod
    def from_json(cls, raw: Json) -> "PlayedDie":
        return cls(Die.from_json(raw["die"]), raw["colour"], raw["change"], raw["back"])


@dataclass(frozen=True)
class PlayedDice:
    """The pair before the player whose go it is.

    `space` is the space of the track that she took it from, None if she rolled it.
    """

    left: PlayedDie
    right: PlayedDie
    space: int | None = None

    @classmethod
    def of(cls, pair: Pair, space: int | None = None) -> "PlayedDice":
        left, right = (PlayedDie(die, die.colour) for die in (pair.left, pair.right))
        return cls(left, right, space)

    @property
    def pair(self) -> Pair:
        """The dice as they fell, whatever they count as."""
        return Pair(self.left.die, self.right.die)

    def side(self, side: str) -> PlayedDie:
        return self.left if side == "left" else self.right

    def with_side(self, side: str, die: PlayedDie) -> "PlayedDice":
        return replace(self, left=die) if side == "left" else replace(self, right=die)

    def to_json(self) -> Json:
        return {
            "left": self.left.to_json(),
            "right": self.right.to_json(),
            "space": self.space,
        }

    @classmethod
    def from_json(cls, raw: Json) -> "PlayedDice":
        left, right = (PlayedDie.from_json(raw[side]) for side in ("left", "right"))
        return cls(left, right, raw["space"])


@dataclass(frozen=True, slots=True)
class Bag:
    """The dice still in the bag: how many of each colour, in the order of the beaches."""

    counts: tuple[int, ...]

    @property
    def dice(self) -> tuple[str, ...]:
        """The colour of every die in the bag."""
        return tuple(
            [beach for beach, count in zip(BEACHES, self.counts, strict=True) for _ in range(count)]
        )

    def without(self, colours: Iterable[str]) -> "Bag":
        counts = list(self.counts)
        for colour in colours:
            counts[PLACE[colour]] -= 1
        return Bag(tuple(counts))
