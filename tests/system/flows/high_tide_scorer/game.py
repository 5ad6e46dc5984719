"""A game played again: rounds, turns, expansions, and the points at the end."""

from collections import Counter
from typing import Any

from tests.system.flows.high_tide_scorer.beach import DEEPEST_COIN, Beach
from tests.system.flows.high_tide_scorer.tape import Moment, Tape, demand
from tests.system.flows.high_tide_scorer.tiles import nudges, ways_with_dice
from tests.system.flows.high_tide_scorer.track import BEACHES, Die, Pair, Track

Json = dict[str, Any]

TILES = [f"B{number}" for number in range(1, 10)]
PASS = {"type": "pass"}
LAST_ROUND = 6
REROLLS = {1: [[], ["left"], ["right"], ["left", "right"]], 2: [[], ["left"], ["right"]]}


class Game:
    """Raises `Unsound` where the record tells of what the rules do not allow."""

    def __init__(self, record: Json) -> None:
        self.tape = Tape(record)
        self.options = record["options"]
        self.expansions = set(self.options["expansions"])
        self.seats = len(record["seats"])
        demand(3 <= self.seats <= 6, f"{self.seats} players")
        self.places = (4, 2) if self.seats <= 4 else (4, 2, 1)
        self.beaches = {
            colour: Beach(self.options["beach_length"], self.seats) for colour in BEACHES
        }
        self.owned: list[dict[str, int]] = [{} for _ in range(self.seats)]
        self.round = 0
        self.alert = ""
        self.sharks = list(self.options["shark_distances"])
        self.held: dict[str, int] = {}
        self.open_dice: tuple[int, int] | None = None
        """The total and the seat that they lie before."""
        self.point: int | None = None
        self.face_up: str | None = None
        self.stack = list(TILES)
        self.surfers: list[str] | None = None
        self._set_up(record["setup"])

    # -- the course of the game

    def _set_up(self, said: Json) -> None:
        tape, seats = self.tape, self.seats
        self.pile = tape.draw("start order", range(seats), seats)
        coins = None
        if "coins" in self.expansions:
            values = self.options["coin_values"]
            coins = [tape.draw(f"{beach} coins", values, DEEPEST_COIN) for beach in BEACHES]
            for beach, row in zip(BEACHES, coins, strict=True):
                self.beaches[beach].coins = dict(enumerate(row, start=1))
        if "surfer" in self.expansions:
            self.surfers = tape.draw("surfer tiles", BEACHES, seats)
        if "baywatch" in self.expansions:
            self._reveal_tile()
        laid = {
            "start_order": self.pile,
            "coins": coins,
            "surfers": self.surfers,
            "baywatch_tile": self.face_up,
        }
        for name, value in laid.items():
            demand(said[name] == value, f"{name}: {said[name]} is said, {value} was drawn")
        tape.turn_over()

    def play(self) -> None:
        over = False
        while not over:
            self.round += 1
            over = self._play_round()
        self.tape.over()

    def _play_round(self) -> bool:
        """Whether the game is over with it."""
        self.track = Track(self.seats + 1, self.options["rental_start"])
        self.bag = Counter(dict.fromkeys(BEACHES, 2 if self.seats <= 4 else 3))
        self.drawn = self.rolled = 0
        self.open_dice = None
        if "shark_alert" in self.expansions:
            others = [beach for beach in BEACHES if beach != self.alert]
            (self.alert,) = self.tape.draw(f"round {self.round} alert", others, 1)
        for place in range(1, self.seats + 1):
            self.place = place
            self._interrupts()
            if place > 1:
                self.track.next_turn()
            self._play_turn(self.pile.pop(0))
        return self._end_round()

    def _end_round(self) -> bool:
        demand(sorted(self.track.towels) == list(range(self.seats)), "a towel is missing")
        if not self.track.pairs:
            self.track.put(self._draw_and_roll())
        demand(len(self.track.pairs) == 1, "more than one pair is left")
        demand(None not in self.track.spaces.values(), "a space of the track is left over")
        demand(self.drawn <= self.seats + 1, f"{self.drawn} pairs were drawn")
        if self.alert:
            (distance,) = self.tape.draw(f"round {self.round} shark", self.sharks, 1)
            self.sharks.remove(distance)
            self.beaches[self.alert].flee(distance)
        (last,) = self.track.pairs.values()
        self.beaches[last.left.colour].wave(self.options["large_wave"])
        self.beaches[last.right.colour].wave(self.options["small_wave"])
        flood = any(beach.anybody_swims for beach in self.beaches.values())
        over = flood or self.round == LAST_ROUND
        if self.open_dice is not None:
            _, seat = self.open_dice
            if over:
                self.point = seat
            elif self.face_up is not None:
                self.held[self.face_up] = seat
                self._reveal_tile()
        self.pile = self.track.towels[::-1]
        return over

    def _reveal_tile(self) -> None:
        number = len(TILES) - len(self.stack) + 1
        (tile,) = self.tape.draw(f"baywatch tile {number}", self.stack, 1)
        self.stack.remove(tile)
        self.face_up = tile

    # -- a turn

    def _play_turn(self, seat: int) -> None:
        self._check_shared_spaces()
        pair = self._choose(seat)
        if "baywatch" in self.expansions:
            pair = self._use_tiles(seat, pair)
            if self.open_dice is None or pair.total <= self.open_dice[0]:
                self.open_dice = (pair.total, seat)
        left, right = pair.left, pair.right
        if left.beach == right.beach:
            self._move(seat, left.beach, left.steps, right.steps)
        else:
            self._move(seat, left.beach, left.steps)
            self._move(seat, right.beach, right.steps)
        self.track.put(seat)

    def _check_shared_spaces(self) -> None:
        if "baywatch" in self.expansions or self.options["rental_start"] != 4:
            return
        shared = len(self.track.pairs) + self.track.free
        due = 2 if self.place == self.seats else 3
        demand(shared == due, f"{shared} pairs and free spaces in round {self.round}")

    def _choose(self, seat: int) -> Pair:
        """The pair that is settled, taken or accepted, before tiles."""
        while True:
            roll = [{"type": "roll"}] if self.track.free else []
            takes = [{"type": "take", "space": space} for space in self.track.pairs]
            push = self._tile(seat, "B1") if self.track.rental is not None else []
            answer = self._ask(seat, "choose", [*roll, *takes, *push])
            if answer["type"] == "tile":
                self._spend("B1")
                self.track.push_rental()
                self.track.resting = True
            elif answer["type"] == "take":
                return self._take(seat, answer["space"])
            else:
                return self._roll(seat)

    def _roll(self, seat: int) -> Pair:
        while True:
            demand(self.track.free > 0, "a roll without a free space")
            pair = self._draw_and_roll()
            decline = [{"type": "decline"}] if self.track.free > 1 else []
            swaps = [
                way for space in self.track.pairs for way in self._tile(seat, "B8", space=space)
            ]
            answer = self._ask(seat, "accept", [{"type": "accept"}, *decline, *swaps])
            if answer["type"] == "accept":
                return pair
            self.track.put(pair)
            if answer["type"] == "tile":
                self._spend("B8")
                return self._take(seat, answer["space"])

    def _take(self, seat: int, space: int) -> Pair:
        pair = self.track.take(space)
        ways = [{"type": "reroll", "dice": dice} for dice in REROLLS.get(space, [[]])]
        for side in self._ask(seat, "reroll", ways)["dice"]:
            pair.sides[side].face = self._roll_die()
        return pair

    def _draw_and_roll(self) -> Pair:
        self.drawn += 1
        demand(self.bag.total() >= 2, "the bag is empty")
        purpose = f"round {self.round} draw {self.drawn}"
        one, other = self.tape.draw(purpose, list(self.bag.elements()), 2)
        self.bag.subtract((one, other))
        first = Die(one, self._roll_die())
        return Pair.of(first, Die(other, self._roll_die()))

    def _roll_die(self) -> int:
        self.rolled += 1
        return self.tape.roll(f"round {self.round} roll {self.rolled}")

    def _ask(self, seat: int, decision: str, allowed: list[Json]) -> Json:
        """The seat's answer; where there is one way only, nobody is asked."""
        if len(allowed) == 1:
            return allowed[0]
        moment = Moment(self.round, self.place, decision)
        return self.tape.ask(moment, {seat: allowed})[seat]

    def _move(self, seat: int, colour: str, *steps: int) -> None:
        """Move a chair, and let its owner take a coin on its way."""
        beach = self.beaches[colour]
        found = [] if colour in self.owned[seat] else beach.coins_on_the_way(seat, steps)
        beach.move(seat, sum(steps))
        if not found:
            return
        coins = [{"type": "coin", "beach": colour, "space": space} for space in found]
        answer = self._ask(seat, "coin", [*coins, PASS])
        if answer != PASS:
            self.owned[seat][colour] = beach.coins.pop(answer["space"])

    # -- Baywatch

    def _tile(self, seat: int, tile: str, **how: object) -> list[Json]:
        """The use of a tile as the one answer that it is, none if the seat has no such tile."""
        holds = self.held.get(tile) == seat
        return [{"type": "tile", "tile": tile, **how}] if holds else []

    def _spend(self, tile: str) -> None:
        del self.held[tile]

    def _interrupts(self) -> None:
        """B2 and B3 before a turn, until nobody has one that she has not passed on."""
        passed: set[int] = set()
        while True:
            ways: dict[int, list[Json]] = {}
            for seat in set(self.held.values()) - passed:
                ways[seat] = self._tile(seat, "B2") if seat in self.pile[1:] else []
                if self.place == 1 and self.held.get("B3") == seat:
                    ways[seat] += nudges()
            allowed = {seat: [PASS, *uses] for seat, uses in ways.items() if uses}
            if not allowed:
                return
            answers = self.tape.ask(Moment(self.round, self.place, "interrupt"), allowed)
            for seat, answer in answers.items():
                if answer == PASS:
                    passed.add(seat)
                    continue
                self._spend(answer["tile"])
                if answer["tile"] == "B2":
                    self.pile.remove(seat)
                    self.pile.insert(0, seat)
                else:
                    self._move(seat, answer["beach"], answer["steps"])

    def _use_tiles(self, seat: int, pair: Pair) -> Pair:
        """The pair as it counts once no more tiles are used."""
        while True:
            ashore = [colour for colour in BEACHES if not self.beaches[colour].swims(seat)]
            uses = [
                way for way in ways_with_dice(pair, ashore) if self.held.get(way["tile"]) == seat
            ]
            answer = self._ask(seat, "tiles", [{"type": "move"}, *uses])
            if answer["type"] == "move":
                return pair
            self._spend(answer["tile"])
            match answer:
                case {"tile": "B4", "die": side, "beach": beach}:
                    self._move(seat, beach, pair.sides[side].number)
                case {"tile": "B5", "die": side}:
                    pair.sides[side].face = self._roll_die()
                case {"tile": "B6", "left": left, "right": right}:
                    pair.left.change, pair.right.change = left, right
                case {"tile": "B7", "die": side, "colour": colour}:
                    pair.sides[side].beach = colour
                case {"tile": "B9", "die": side}:
                    pair.sides[side].back = True

    # -- the end

    def points(self) -> list[int]:
        points = [0] * self.seats
        for colour, beach in self.beaches.items():
            surfer = None
            if self.surfers and colour in self.surfers:
                surfer = self.surfers.index(colour)
            for seat, worth in beach.points(self.places, surfer).items():
                points[seat] += worth
        rich = [seat for seat in range(self.seats) if self.owned[seat]]
        rich.sort(key=self._wealth, reverse=True)
        for seat, worth in zip(rich, self.places, strict=False):
            points[seat] += worth
        if self.point is not None:
            points[self.point] += 1
        return points

    def _wealth(self, seat: int) -> list[int]:
        coins = self.owned[seat]
        return [sum(coins.values()), *[coins.get(colour, 0) for colour in BEACHES]]
