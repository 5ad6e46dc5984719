"""High Tide: beaches, dice and the track."""

from __future__ import annotations

from collections.abc import Sequence

from verify.python.faults import Json

BEACHES = ("black", "purple", "blue", "orange", "yellow", "white")
TILES = tuple(f"B{number}" for number in range(1, 10))
SIDES = ("left", "right")
BAR = 0
FACES = 6
COIN_SPACES = 8
LAST_ROUND = 6
PASS = {"type": "pass"}
REROLLS = {1: ([], ["left"], ["right"], ["left", "right"]), 2: ([], ["left"], ["right"])}
"""Which dice of a pair may be re-rolled, by the space that it was taken from; lower down, none."""
HIGH_TIDE_TELLS = (
    "round_began",
    "go_began",
    "rolled",
    "declined",
    "taken",
    "rerolled",
    "tile_used",
    "open_dice",
    "chair_moved",
    "coin_taken",
    "towel_placed",
    "last_pair_rolled",
    "shark_came",
    "wave_laid",
    "tile_gained",
    "point_gained",
    "surfers_revealed",
    "game_ended",
)


class Beach:
    """One beach. Chairs stand in `order` as they came to their spaces, the last one rightmost."""

    def __init__(self, length: int, seats: int) -> None:
        self.dry = length
        self.space = [BAR] * seats
        self.order = list(range(seats))
        self.coins: dict[int, int] = {}
        """Values by space."""

    def copy(self) -> Beach:
        """Another one for trying a move; without its coins, which no trial counts."""
        other = Beach(self.dry, 0)
        other.space, other.order = list(self.space), list(self.order)
        return other

    def swims(self, seat: int) -> bool:
        return self.space[seat] > self.dry

    @property
    def flooded(self) -> list[int]:
        return [seat for seat in self.order if self.swims(seat)]

    @property
    def ranking(self) -> list[int]:
        """The seats on sand, nearest to the water first, of one space the rightmost first."""
        sand = [seat for seat in reversed(self.order) if BAR < self.space[seat] <= self.dry]
        return sorted(sand, key=lambda seat: -self.space[seat])

    def goal(self, seat: int, steps: int) -> int:
        """Where so many steps lead, those below 0 away from the water; out of it none do."""
        start = self.space[seat]
        return start if start > self.dry else max(BAR, min(start + steps, self.dry + 1))

    def move(self, seat: int, steps: int) -> bool:
        """Whether the chair has left its space."""
        goal = self.goal(seat, steps)
        if goal == self.space[seat]:
            return False
        self.space[seat] = goal
        self.order.remove(seat)
        self.order.append(seat)
        return True

    def coins_on_the_way(self, seat: int, steps: Sequence[int]) -> list[int]:
        """Spaces with coins where these steps, in either order, bring the chair to."""
        stops = {self.goal(seat, sum(steps))} | {self.goal(seat, one) for one in steps}
        return sorted(stop for stop in stops if stop in self.coins and stop != self.space[seat])

    def flood(self, length: int) -> None:
        self.dry = max(BAR, self.dry - length)
        self.coins = {space: value for space, value in self.coins.items() if space <= self.dry}

    def points(self, places: Sequence[int], surfer: int | None) -> dict[int, int]:
        """Points by seat; `surfer` is the seat whose surfer tile shows this beach."""
        worth = {seat: 1 for seat in self.order if self.space[seat] == BAR}
        if surfer in worth:
            worth[surfer] = 2
        left = list(places)
        if surfer is not None and self.swims(surfer):
            worth[surfer] = 6
            left.pop(0)
        ranked = [seat for seat in self.ranking if seat != surfer]
        worth.update(zip(ranked, left))
        return worth


class Die:
    """A die: `beach` is the one that it counts for, `change` and `back` are what B6 and B9 made of it."""

    def __init__(self, colour: str, face: int) -> None:
        self.colour = colour
        self.face = face
        self.beach = colour
        self.change = 0
        self.back = False

    def copy(self) -> Die:
        other = Die(self.colour, self.face)
        other.beach, other.change, other.back = self.beach, self.change, self.back
        return other

    @property
    def number(self) -> int:
        return min(max(self.face + self.change, 1), FACES)

    @property
    def steps(self) -> int:
        return -self.number if self.back else self.number

    @property
    def shown(self) -> Json:
        return {"colour": self.colour, "face": self.face}


class Pair:
    """Two dice side by side: the higher one left, equal ones in the order of the beaches."""

    def __init__(self, one: Die, other: Die) -> None:
        in_order = sorted((one, other), key=lambda die: (-die.face, BEACHES.index(die.colour)))
        self.left, self.right = in_order

    @property
    def sides(self) -> dict[str, Die]:
        return {"left": self.left, "right": self.right}

    @property
    def total(self) -> int:
        return self.left.face + self.right.face

    @property
    def moves(self) -> list[tuple[str, list[int]]]:
        """What the dice do: a beach, and steps there, those of two dice for one beach together."""
        if self.left.beach == self.right.beach:
            return [(self.left.beach, [self.left.steps, self.right.steps])]
        return [(die.beach, [die.steps]) for die in (self.left, self.right)]

    def copy(self) -> Pair:
        """Another one, for trying what a tile would make of it; the same die stays left."""
        other = Pair(self.left, self.right)
        other.left, other.right = self.left.copy(), self.right.copy()
        return other

    @property
    def shown(self) -> Json:
        return {"left": self.left.shown, "right": self.right.shown}


class Track:
    """The dice track: a towel (the number of its seat), a pair or nothing on each space."""

    def __init__(self, length: int, rental: int) -> None:
        self.spaces: list[Json] = [None] * length
        self.rental: int | None = rental if rental <= length else None
        self.rests = False
        """The rental does not move before the next go (B1)."""

    @property
    def pairs(self) -> dict[int, Pair]:
        """The pairs by space, which count from 1."""
        return {place + 1: lies for place, lies in enumerate(self.spaces) if isinstance(lies, Pair)}

    @property
    def towels(self) -> list[int]:
        return [lies for lies in self.spaces if isinstance(lies, int)]

    @property
    def free(self) -> int:
        """How many free spaces lie above the rental."""
        available = len(self.spaces) if self.rental is None else self.rental - 1
        return self.spaces[:available].count(None)

    def put(self, what: Json) -> int:
        """Lay a towel or a pair on the topmost free space, and say which that is."""
        place = self.spaces.index(None)
        self.spaces[place] = what
        return place + 1

    def take(self, space: int) -> Pair:
        pair = self.pairs[space]
        self.spaces[space - 1] = None
        return pair

    def push_rental(self) -> None:
        if self.rental is not None:
            self.rental = self.rental + 1 if self.rental < len(self.spaces) else None

    def next_go(self) -> None:
        if not self.rests:
            self.push_rental()
        self.rests = False
