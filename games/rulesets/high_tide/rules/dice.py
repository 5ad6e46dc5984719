"""Dice: drawn from the bag, rolled, laid down as a pair, counted when chairs move."""

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from games.rulesets.high_tide.rules.components import BEACHES, FACES, PLACE
from games.rulesets.kit.values import Json, made


class Die(NamedTuple):
    """A die as it fell."""

    colour: str
    face: int


class Pair(NamedTuple):
    """Two dice side by side."""

    left: Die
    right: Die

    @property
    def total_faces(self) -> int:
        return self.left.face + self.right.face

    def to_json(self) -> Json:
        (left, left_face), (right, right_face) = self
        return {
            "left": {"colour": left, "face": left_face},
            "right": {"colour": right, "face": right_face},
        }

    @classmethod
    def from_json(cls, raw: Json) -> "Pair":
        return cls(Die(**raw["left"]), Die(**raw["right"]))


# 1,296 ways to roll give 666 pairs, each with up to 8 spaces of origin: few enough to cache them all.


@cache
def pair_of(one: str, other: str, one_face: int, other_face: int) -> Pair:
    """Return the pair as it lies: the higher die left, equal ones in the beaches' order."""
    dice = Die(one, one_face), Die(other, other_face)
    return Pair(*sorted(dice, key=lambda die: (-die.face, PLACE[die.colour])))


class PlayedDie(NamedTuple):
    """A die of the player whose go it is.

    `colour` is the beach that it counts for and `change` what B6 adds to it; `back` if it
    moves its chair away from the water.
    """

    die: Die
    colour: str
    change: int = 0
    back: bool = False

    @property
    def spaces_counted(self) -> int:
        """Return the number of spaces that the die counts for."""
        return abs(self.steps_to_water)

    @property
    def steps_to_water(self) -> int:
        """Return the spaces towards the water, below 0 for spaces away from it."""
        face = self.die.face
        if self.change:
            face = min(max(face + self.change, 1), FACES)
        return -face if self.back else face

    def with_face(self, face: int) -> "PlayedDie":
        return self._replace(die=Die(self.die.colour, face))


class PlayedDice(NamedTuple):
    """The pair before the player whose go it is.

    `space` is the space of the track that the pair was taken from, None if it was rolled.
    """

    left: PlayedDie
    right: PlayedDie
    space: int | None = None

    @property
    def fallen_pair(self) -> Pair:
        """Return the dice as they fell, whatever they count as."""
        return made(Pair, (self.left.die, self.right.die))

    def die_on_side(self, side: str) -> PlayedDie:
        return self.left if side == "left" else self.right

    def with_side(self, side: str, die: PlayedDie) -> "PlayedDice":
        return self._replace(left=die) if side == "left" else self._replace(right=die)


@cache
def play_pair(pair: Pair, space: int | None = None) -> PlayedDice:
    """Return a pair before a player, not yet changed by tiles."""
    left, right = pair
    return PlayedDice(PlayedDie(left, left.colour), PlayedDie(right, right.colour), space)


class Bag(NamedTuple):
    """The dice still in the bag: the colour of each, in the order of the beaches."""

    dice: tuple[str, ...]

    @classmethod
    def from_json(cls, counts: Iterable[int]) -> "Bag":
        """Return a bag with so many dice of each colour."""
        pairs = zip(BEACHES, counts, strict=True)
        return cls(tuple([beach for beach, count in pairs for _ in range(count)]))

    @property
    def count_by_colour(self) -> tuple[int, ...]:
        """Return the number of dice of each colour, in the order of the beaches."""
        return tuple([self.dice.count(beach) for beach in BEACHES])

    def to_json(self) -> list[int]:
        return list(self.count_by_colour)

    def remove_dice(self, one: str, other: str) -> "Bag":
        """Return the bag without two dice of these colours."""
        left = [*self.dice]
        left.remove(one)
        left.remove(other)
        return made(Bag, (tuple(left),))
