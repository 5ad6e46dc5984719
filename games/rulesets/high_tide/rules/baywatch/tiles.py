"""The nine Baywatch tiles and the open dice that win them."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.rulesets.chance import Chance
from games.rulesets.high_tide.rules.components import TILES
from games.rulesets.high_tide.rules.dice import Pair
from games.rulesets.kit.values import replace


@dataclass(frozen=True, slots=True)
class OpenDice:
    """The open dice and the seat that they lie before."""

    seat: int
    pair: Pair


@dataclass(frozen=True)
class Baywatch:
    """The places of the tiles; those not named here are in the stack, in no order.

    `held` and `used` are pairs of tile and seat in the order of the tiles gained and used.
    `point` is the seat that gained the point of the final round.
    """

    face_up: str | None
    held: tuple[tuple[str, int], ...] = ()
    used: tuple[tuple[str, int], ...] = ()
    open_dice: OpenDice | None = None
    point: int | None = None

    @classmethod
    def laid_out(cls, chance: Chance) -> "Baywatch":
        return cls(None).reveal_next_tile(chance)

    @property
    def hidden_tiles(self) -> tuple[str, ...]:
        """Return the tiles that have never been face up."""
        seen = {tile for tile, _ in (*self.held, *self.used)} | {self.face_up}
        return tuple([tile for tile in TILES if tile not in seen])

    def reveal_next_tile(self, chance: Chance) -> "Baywatch":
        """Return the tiles with the next one face up."""
        number = len(TILES) - len(self.hidden_tiles) + 1
        (tile,) = chance.sample(f"baywatch tile {number}", self.hidden_tiles, 1)
        return replace(self, face_up=tile)

    def holds_tile(self, seat: int, tile: str) -> bool:
        return (tile, seat) in self.held

    def holder_of(self, tile: str) -> int | None:
        holders: Mapping[str, int] = dict(self.held)
        return holders.get(tile)

    def remove_tile(self, seat: int, tile: str) -> "Baywatch":
        """Return the tiles after the seat has used this one."""
        held = tuple([entry for entry in self.held if entry != (tile, seat)])
        return replace(self, held=held, used=(*self.used, (tile, seat)))

    def claim_dice(self, seat: int, pair: Pair) -> "Baywatch":
        """Return the tiles after a pair is played: the lowest total is the open dice."""
        if self.open_dice is not None and pair.total_faces > self.open_dice.pair.total_faces:
            return self
        return replace(self, open_dice=OpenDice(seat, pair))

    def take_face_up(self, seat: int, chance: Chance) -> "Baywatch":
        """Return the tiles after the seat has taken the face-up one and the next is revealed."""
        if self.face_up is None:
            return self
        return replace(self, held=(*self.held, (self.face_up, seat))).reveal_next_tile(chance)
