"""High Tide: the fallback, and what standing orders play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from verify.python.faults import Json
from verify.python.fields import within
from verify.python.games.high_tide.board import BEACHES, FACES, PASS, SIDES, Pair

if TYPE_CHECKING:
    from verify.python.games.high_tide.course import HighTide

TILES_ASKED_IN = {
    "choose": ("B1",),
    "interrupt": ("B2", "B3"),
    "accept": ("B8",),
    "tiles": ("B4", "B5", "B6", "B7", "B9"),
}
Tried = Iterator["Json | tuple[str, str]"]
"""What an order says, or before it a place in it and why what stands there falls through."""


class Adviser:
    """What time plays for a seat, and what its order says, to a question as things stand."""

    def __init__(self, game: HighTide, decision: str, seat: int, ways: Sequence[Json]) -> None:
        self.game = game
        self.decision = decision
        self.seat = seat
        self.ways = ways
        """All that could be answered."""

    # -- what an answer is worth

    def worth(self, action: Json) -> tuple[int, int]:
        """How often in six falls of a die it keeps dry, and the points in all of them.

        The dice are moved as they then are, and the game ends with it. Coins on the way do not count.
        """
        game, tile = self.game, action.get("tile")
        pair, moves = game.pair and game.pair.copy(), []
        if "space" in action:
            pair = game.track.pairs[action["space"]].copy()
        if tile == "B3":
            moves = [(action["beach"], [action["steps"]])]
        falls = [pair]
        if pair is not None and "die" in action:
            die = pair.sides[action["die"]]
            if tile == "B4":
                moves = [(action["beach"], [die.number])]
            elif tile == "B5":
                falls = [self.fallen(pair, action["die"], face) for face in range(1, FACES + 1)]
            elif tile == "B7":
                die.beach = action["colour"]
            else:
                die.back = True
        elif pair is not None and tile == "B6":
            pair.left.change, pair.right.change = action["left"], action["right"]
        ends = [self.end([*moves, *(one.moves if one else [])]) for one in falls]
        each = FACES // len(ends)
        return each * sum(dry for dry, _ in ends), each * sum(points for _, points in ends)

    @staticmethod
    def fallen(pair: Pair, side: str, face: int) -> Pair:
        other = pair.copy()
        other.sides[side].face = face
        return other

    def end(self, moves: Iterable[tuple[str, Sequence[int]]]) -> tuple[bool, int]:
        """Whether the seat's chairs keep dry in these moves, and the points that it has then."""
        before = self.game.beaches
        after = {name: beach.copy() for name, beach in before.items()}
        for colour, steps in moves:
            after[colour].move(self.seat, sum(steps))
        dry = not any(
            after[name].swims(self.seat) and not before[name].swims(self.seat)
            for name in BEACHES
            if not self.surfs(name)
        )
        return dry, self.game.points(None, after, self.seat)[self.seat]

    def surfs(self, colour: str) -> bool:
        """Whether the seat's chair on this beach is meant for the water."""
        return self.game.surfers is not None and self.game.surfers[self.seat] == colour

    def enters_water(self, colour: str, steps: int) -> bool:
        """Whether so many steps carry the seat's chair into water where it is worth nothing."""
        beach = self.game.beaches[colour]
        if beach.swims(self.seat) or self.surfs(colour):
            return False
        return beach.goal(self.seat, steps) > beach.dry

    @staticmethod
    def steps_of(pair: Pair) -> dict[str, int]:
        """How far a pair moves chairs, by beach, before any tile."""
        if pair.left.colour == pair.right.colour:
            return {pair.left.colour: pair.total}
        return {die.colour: die.face for die in (pair.left, pair.right)}

    def drowns(self, pair: Pair) -> bool:
        return any(self.enters_water(name, steps) for name, steps in self.steps_of(pair).items())

    @property
    def pair(self) -> Pair:
        """The dice before the seat, in questions in which there are any."""
        assert self.game.pair is not None  # noqa: S101
        return self.game.pair

    def coin(self, way: Json) -> int:
        """The value of the coin that would be taken."""
        return self.game.beaches[way["beach"]].coins[way["space"]]

    # -- what time plays

    def fallback(self) -> Json:
        if self.decision == "coin":
            return max(self.ways[:-1], key=self.coin)
        if self.decision == "choose":
            return self.choose()
        if self.decision == "accept":
            decline = {"type": "decline"}
            return decline if decline in self.ways and self.drowns(self.pair) else self.ways[0]
        if self.decision == "reroll":
            return self.reroll()
        # Interrupts are passed, and dice are moved as they are.
        return self.ways[0]

    def choose(self) -> Json:
        """A dry pair that gains points at once, or where rolling is not possible the best dry one."""
        takes = [
            way
            for way in self.ways
            if way["type"] == "take" and not self.drowns(self.game.track.pairs[way["space"]])
        ]
        best = max(takes, key=lambda way: self.worth(way)[1], default=None)
        _, now = self.end([])
        can_roll = self.ways[0]["type"] == "roll"
        if best is not None and (self.worth(best)[1] > FACES * now or not can_roll):
            return best
        return self.ways[0]

    def reroll(self) -> Json:
        """Only dice that would carry a chair into the water."""
        wet: list[str] = []
        if self.drowns(self.pair):
            sides = self.pair.sides
            wet = [one for one in SIDES if self.enters_water(sides[one].colour, sides[one].face)]
            # Two dice that only together reach the water: the higher one.
            wet = wet or [SIDES[0]]
        for dice in (wet, wet[:1], list(SIDES[:1])):
            way = {"type": "reroll", "dice": dice}
            if wet and way in self.ways:
                return way
        return {"type": "reroll", "dice": []}

    # -- what an order says

    def follow(self, order: Json) -> tuple[Json, list[tuple[str, str]]]:
        skipped: list[tuple[str, str]] = []
        for tried in self.try_all(order):
            if isinstance(tried, tuple):
                skipped.append(tried)
            else:
                return tried, skipped
        return None, skipped

    def try_all(self, order: Json) -> Tried:
        if self.decision == "choose":
            yield from self.try_tiles(order)
            yield from self.try_take(order)
        elif self.decision == "accept":
            # B8 is not spent on a roll that is wanted, but comes before a new one.
            yield from self.try_accept(order)
            yield from self.try_tiles(order)
            yield from self.try_decline(order)
        elif self.decision == "reroll":
            yield from self.try_reroll(order)
        elif self.decision == "coin":
            yield from self.try_coins(order)
        else:
            yield from self.try_tiles(order)

    def try_take(self, order: Json) -> Tried:
        for number, entry in enumerate(order.get("take", ())):
            place = f"/take/{number}"
            if entry == "roll":
                yield (
                    {"type": "roll"} if self.ways[0]["type"] == "roll" else (place, "not_on_offer")
                )
                continue
            pairs = self.game.track.pairs
            fitting = [
                {"type": "take", "space": space}
                for space, pair in pairs.items()
                if self.is_like(pair, entry)
            ]
            yield max(fitting, key=self.worth) if fitting else (place, "condition_not_met")

    def is_like(self, pair: Pair, wish: Json) -> bool:
        colours = {pair.left.colour, pair.right.colour}
        return (
            within(pair.total, wish.get("total"))
            and ("beaches" not in wish or not colours.isdisjoint(wish["beaches"]))
            and colours.isdisjoint(wish.get("avoid", ()))
            and ("dry" not in wish or wish["dry"] != self.drowns(pair))
        )

    def try_accept(self, order: Json) -> Tried:
        for number, wish in enumerate(order.get("accept", ())):
            like = self.is_like(self.pair, wish)
            yield {"type": "accept"} if like else (f"/accept/{number}", "condition_not_met")

    def try_decline(self, order: Json) -> Tried:
        if "accept" in order:
            decline = {"type": "decline"}
            yield decline if decline in self.ways else ("/accept", "must_accept")

    def try_reroll(self, order: Json) -> Tried:
        if "reroll" not in order:
            return
        most, chosen = max(len(way["dice"]) for way in self.ways), list[str]()
        for number, wish in enumerate(order["reroll"]):
            if len(chosen) >= most:
                break
            # The right die, which was never the higher one, before the left one.
            fitting = [side for side in reversed(SIDES) if self.is_die_like(side, wish)]
            if not fitting:
                yield f"/reroll/{number}", "condition_not_met"
            chosen += [side for side in fitting if side not in chosen]
        yield {"type": "reroll", "dice": [side for side in SIDES if side in chosen[:most]]}

    def is_die_like(self, side: str, wish: Json) -> bool:
        die = self.pair.sides[side]
        wet = self.enters_water(die.colour, self.steps_of(self.pair)[die.colour])
        return (
            within(die.face, wish.get("face"))
            and ("beaches" not in wish or die.colour in wish["beaches"])
            and ("dry" not in wish or wish["dry"] != wet)
        )

    def try_coins(self, order: Json) -> Tried:
        for number, entry in enumerate(order.get("coins", ())):
            if entry == "pass":
                yield PASS
                return
            fitting = [
                way
                for way in self.ways[:-1]
                if way["beach"] in entry.get("beaches", BEACHES)
                and within(self.coin(way), entry.get("value"))
            ]
            yield (
                max(fitting, key=self.coin)
                if fitting
                else (
                    f"/coins/{number}",
                    "condition_not_met",
                )
            )

    def try_tiles(self, order: Json) -> Tried:
        """Tiles of other questions are passed over without a word."""
        for number, wish in enumerate(order.get("tiles", ())):
            tile, place = wish["tile"], f"/tiles/{number}"
            if tile not in TILES_ASKED_IN[self.decision]:
                continue
            uses = [way for way in self.ways if way.get("tile") == tile]
            if self.game.held.get(tile) != self.seat:
                yield place, "tile_not_held"
            elif not uses:
                yield place, "not_on_offer"
            else:
                best = max(uses, key=self.worth)
                gain = self.worth(best)[1] - self.worth(PASS)[1]
                enough = "gain" not in wish or gain >= FACES * wish["gain"]
                yield best if enough else (place, "condition_not_met")
