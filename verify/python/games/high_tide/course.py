"""High Tide: the course of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from verify.python.faults import Json, at, same
from verify.python.games.high_tide.advice import Adviser
from verify.python.games.high_tide.board import (
    BEACHES,
    COIN_SPACES,
    FACES,
    HIGH_TIDE_TELLS,
    LAST_ROUND,
    PASS,
    REROLLS,
    SIDES,
    TILES,
    Beach,
    Die,
    Pair,
    Track,
)
from verify.python.tape import DEALT, Tape


class HighTide:
    """A game of High Tide played again, with whichever expansions."""

    def __init__(self, record: Json) -> None:
        self.tape = Tape(record)
        self.options = record["options"]
        self.expansions = self.options["expansions"]
        self.seats = len(record["seats"])
        self.places = (4, 2) if self.seats <= 4 else (4, 2, 1)
        self.beaches = {name: Beach(self.options["beach_length"], self.seats) for name in BEACHES}
        self.owned: list[dict[str, int]] = [{} for _ in range(self.seats)]
        """The coins of each seat: values by colour."""
        self.offers: list[tuple[int, str, list[int]]] = []
        """Coins that a seat's chair has come to: seat, beach, spaces."""
        self.round = 0
        self.place = 1
        self.track = Track(0, 0)
        self.bag: list[str] = []
        self.draws = self.rolls = 0
        self.alert: str | None = None
        self.sharks = list(self.options["shark_distances"])
        self.stack = list(TILES)
        self.face_up: str | None = None
        self.held: dict[str, int] = {}
        """Baywatch tiles and the seats that hold them."""
        self.open_dice: tuple[int, int] | None = None
        """Their total, and the seat that they lie before."""
        self.surfers: list[str] | None = None
        self.hides_surfers = "surfers" in self.options
        self.pair: Pair | None = None
        """The dice before the player whose turn it is."""
        self.set_up(record["setup"])

    def set_up(self, said: Json) -> None:
        tape = self.tape
        self.pile: list[int] = tape.sample("start order", range(self.seats), self.seats)
        coins = None
        if "coins" in self.expansions:
            values = self.options["coin_values"]
            coins = [tape.sample(f"{name} coins", values, COIN_SPACES) for name in BEACHES]
            for name, row in zip(BEACHES, coins):
                self.beaches[name].coins = dict(enumerate(row, start=1))
        if "surfer" in self.expansions:
            self.surfers = tape.sample("surfer tiles", BEACHES, self.seats)
        if "baywatch" in self.expansions:
            self.reveal_tile()
        laid = {
            "start_order": self.pile,
            "coins": coins,
            "surfers": self.surfers,
            "baywatch_tile": self.face_up,
        }
        for name, right in laid.items():
            same(said[name], right, at("/setup", name), DEALT)
        tape.all_drawn()

    def play(self) -> None:
        over = False
        while not over:
            self.round += 1
            over = self.play_round()
        self.tape.compare(HIGH_TIDE_TELLS)

    def tell(self, kind: str, **data: Json) -> None:
        self.tape.tell(kind, round=self.round, **data)

    def ask(self, decision: str, legal: Mapping[int, Sequence[Json]]) -> dict[int, Json]:
        heading = {
            "stage": self.round,
            "round": self.round,
            "place": self.place,
            "decision": decision,
        }
        fallback = partial(self.fallback, decision, legal)
        return self.tape.ask(heading, legal, fallback, partial(self.follow, decision, legal))

    def decide(self, seat: int, decision: str, legal: Sequence[Json]) -> Json:
        """What the seat plays."""
        return self.ask(decision, {seat: legal})[seat]

    # -- rounds

    def play_round(self) -> bool:
        """Play one round; whether the game is over with it."""
        self.track = Track(self.seats + 1, self.options["rental_start"])
        dice = 2 if self.seats <= 4 else 3
        self.bag = [name for name in BEACHES for _ in range(dice)]
        self.draws = self.rolls = 0
        self.open_dice = None
        if "shark_alert" in self.expansions:
            others = [name for name in BEACHES if name != self.alert]
            (self.alert,) = self.tape.sample(f"round {self.round} alert", others, 1)
        self.tell("round_began", order=list(self.pile), alert=self.alert)
        for place in range(1, self.seats + 1):
            self.place = place
            self.interrupts()
            if place > 1:
                self.track.next_go()
            self.tell("go_began", place=place, seat=self.pile[0], rental=self.track.rental)
            self.play_go(self.pile[0])
        return self.end_round()

    def end_round(self) -> bool:
        if not self.track.pairs:
            pair = self.draw_pair()
            self.tell("last_pair_rolled", space=self.track.put(pair), pair=pair.shown)
        if self.alert is not None:
            self.shark_comes(self.alert)
        (last,) = self.track.pairs.values()
        self.wave_comes(last.left.colour, "large")
        self.wave_comes(last.right.colour, "small")
        flood = any(beach.flooded for beach in self.beaches.values())
        over = flood or self.round == LAST_ROUND
        point = self.award_open_dice(over)
        if over:
            if self.hides_surfers:
                self.tell("surfers_revealed", surfers=self.surfers)
            scores = self.points(point)
            ended_by = "flood" if flood else "last_round"
            self.tell("game_ended", ended_by=ended_by, scores=scores)
            self.tape.end_stage(scores)
            return True
        self.tape.end_stage([0] * self.seats)
        self.pile = self.track.towels[::-1]
        return False

    def shark_comes(self, alert: str) -> None:
        """The foremost chair on sand, the leftmost of its space, flees from the water."""
        (distance,) = self.tape.sample(f"round {self.round} shark", self.sharks, 1)
        self.sharks.remove(distance)
        beach = self.beaches[alert]
        seat = start = end = None
        if beach.ranking:
            start = beach.space[beach.ranking[0]]
            seat = next(one for one in beach.order if beach.space[one] == start)
            beach.move(seat, -distance)
            end = beach.space[seat]
        self.tell("shark_came", beach=alert, distance=distance, seat=seat, start=start, end=end)

    def wave_comes(self, colour: str, size: str) -> None:
        beach = self.beaches[colour]
        beach.flood(self.options[f"{size}_wave"])
        water = beach.dry + 1
        self.tell("wave_laid", beach=colour, size=size, water=water, flooded=beach.flooded)

    def award_open_dice(self, over: bool) -> int | None:
        """Who has the open dice gains the tile that lies face up, or at the end a point."""
        if self.open_dice is None:
            return None
        _, seat = self.open_dice
        if over:
            self.tell("point_gained", seat=seat, points=1)
            return seat
        gained = self.face_up
        self.held[str(gained)] = seat
        self.reveal_tile()
        self.tell("tile_gained", seat=seat, tile=gained, next=self.face_up)
        return None

    def reveal_tile(self) -> None:
        number = len(TILES) - len(self.stack) + 1
        (self.face_up,) = self.tape.sample(f"baywatch tile {number}", self.stack, 1)
        self.stack.remove(self.face_up)

    # -- a go

    def play_go(self, seat: int) -> None:
        pair = self.settle_pair(seat)
        self.pair = pair
        if "baywatch" in self.expansions:
            self.use_tiles(seat, pair)
            if self.open_dice is None or pair.total <= self.open_dice[0]:
                self.open_dice = (pair.total, seat)
                self.tell("open_dice", seat=seat, pair=pair.shown)
        for colour, steps in pair.moves:
            self.move_chair(seat, colour, *steps)
        self.take_coins()
        self.pair = None
        self.pile.remove(seat)
        self.tell("towel_placed", seat=seat, space=self.track.put(seat))

    def settle_pair(self, seat: int) -> Pair:
        """Roll or take, accept or decline, re-roll: the pair before tiles change what it does."""
        while True:
            ways: list[Json] = [{"type": "roll"}] if self.track.free else []
            ways += [{"type": "take", "space": space} for space in self.track.pairs]
            if self.track.rental is not None:
                ways += self.tile(seat, "B1")
            answer = self.decide(seat, "choose", ways)
            if answer["type"] == "roll":
                return self.roll_pair(seat)
            if answer["type"] == "take":
                return self.take_pair(seat, answer["space"])
            self.spend(seat, answer)
            self.track.push_rental()
            self.track.rests = True

    def roll_pair(self, seat: int) -> Pair:
        while True:
            self.pair = pair = self.draw_pair()
            self.tell("rolled", seat=seat, pair=pair.shown)
            ways: list[Json] = [{"type": "accept"}]
            if self.track.free > 1:
                ways.append({"type": "decline"})
            for space in self.track.pairs:
                ways += self.tile(seat, "B8", space=space)
            answer = self.decide(seat, "accept", ways)
            if answer["type"] == "accept":
                return pair
            if answer["type"] == "tile":
                self.spend(seat, answer)
            self.tell("declined", seat=seat, space=self.track.put(pair), pair=pair.shown)
            if answer["type"] == "tile":
                return self.take_pair(seat, answer["space"])

    def take_pair(self, seat: int, space: int) -> Pair:
        self.pair = pair = self.track.take(space)
        self.tell("taken", seat=seat, space=space, pair=pair.shown)
        ways = [{"type": "reroll", "dice": list(dice)} for dice in REROLLS.get(space, ([],))]
        self.reroll(seat, pair, self.decide(seat, "reroll", ways)["dice"])
        return pair

    def reroll(self, seat: int, pair: Pair, dice: list[str]) -> None:
        for side in dice:
            pair.sides[side].face = self.roll_die()
        if dice:
            self.tell("rerolled", seat=seat, dice=dice, pair=pair.shown)

    def draw_pair(self) -> Pair:
        """Two dice from the bag, rolled."""
        self.draws += 1
        colours = self.tape.sample(f"round {self.round} draw {self.draws}", self.bag, 2)
        for colour in colours:
            self.bag.remove(colour)
        one, other = [Die(colour, self.roll_die()) for colour in colours]
        return Pair(one, other)

    def roll_die(self) -> int:
        self.rolls += 1
        return self.tape.roll(f"round {self.round} roll {self.rolls}", FACES)

    # -- chairs and coins

    def move_chair(self, seat: int, colour: str, *steps: int) -> None:
        beach = self.beaches[colour]
        coins = [] if colour in self.owned[seat] else beach.coins_on_the_way(seat, steps)
        start = beach.space[seat]
        if beach.move(seat, sum(steps)):
            self.tell(
                "chair_moved",
                seat=seat,
                beach=colour,
                start=start,
                end=beach.space[seat],
                in_water=beach.swims(seat),
            )
        if coins:
            self.offers.append((seat, colour, coins))

    def take_coins(self) -> None:
        """Ask for each coin that a chair has come to whether it is taken."""
        while self.offers:
            seat, colour, spaces = self.offers.pop(0)
            ways: list[Json] = [{"type": "coin", "beach": colour, "space": one} for one in spaces]
            answer = self.decide(seat, "coin", [*ways, PASS])
            if answer != PASS:
                value = self.beaches[colour].coins.pop(answer["space"])
                self.owned[seat][colour] = value
                space = answer["space"]
                self.tell("coin_taken", seat=seat, beach=colour, space=space, value=value)

    # -- Baywatch

    def tile(self, seat: int, tile: str, **how: Json) -> list[Json]:
        """The use of a tile, if the seat holds it."""
        return [{"type": "tile", "tile": tile, **how}] if self.held.get(tile) == seat else []

    def spend(self, seat: int, use: Json) -> None:
        del self.held[use["tile"]]
        self.tell("tile_used", seat=seat, action=use)

    def interrupts(self) -> None:
        """B2 and B3 before a go, until nobody holds one that she has not passed on."""
        passed: set[int] = set()
        while True:
            legal: dict[int, list[Json]] = {}
            for seat in range(self.seats):
                uses = self.tile(seat, "B2") if seat in self.pile[1:] else []
                if self.place == 1:
                    for colour in BEACHES:
                        uses += self.tile(seat, "B3", beach=colour, steps=1)
                        uses += self.tile(seat, "B3", beach=colour, steps=2)
                if uses and seat not in passed:
                    legal[seat] = [PASS, *uses]
            if not legal:
                return
            # Actions stand in the order of the seats.
            for seat, answer in self.ask("interrupt", legal).items():
                if answer == PASS:
                    passed.add(seat)
                    continue
                self.spend(seat, answer)
                if answer["tile"] == "B2":
                    self.pile.remove(seat)
                    self.pile.insert(0, seat)
                else:
                    self.move_chair(seat, answer["beach"], answer["steps"])
            self.take_coins()

    def use_tiles(self, seat: int, pair: Pair) -> None:
        """B4 to B7 and B9, until she uses no more."""
        while True:
            ways = [{"type": "move"}, *self.ways_with_dice(seat, pair)]
            answer = self.decide(seat, "tiles", ways)
            if answer["type"] == "move":
                return
            self.spend(seat, answer)
            tile = answer["tile"]
            if tile == "B4":
                number = pair.sides[answer["die"]].number
                self.move_chair(seat, answer["beach"], number)
                self.take_coins()
            elif tile == "B5":
                self.reroll(seat, pair, [answer["die"]])
            elif tile == "B6":
                pair.left.change, pair.right.change = answer["left"], answer["right"]
            elif tile == "B7":
                pair.sides[answer["die"]].beach = answer["colour"]
            else:
                pair.sides[answer["die"]].back = True

    def ways_with_dice(self, seat: int, pair: Pair) -> list[Json]:
        """All uses of B4 to B7 and B9 that would change something."""
        ashore = [name for name in BEACHES if not self.beaches[name].swims(seat)]
        ways: list[Json] = []
        for side in SIDES:
            die = pair.sides[side]
            for name in ashore:
                ways += self.tile(seat, "B4", die=side, beach=name)
            ways += self.tile(seat, "B5", die=side)
            for name in BEACHES:
                if name != die.beach:
                    ways += self.tile(seat, "B7", die=side, colour=name)
            if die.beach in ashore:
                ways += self.tile(seat, "B9", die=side)
        for left in (-1, 0, 1):
            for right in (-1, 0, 1):
                within = (
                    1 <= pair.left.face + left <= FACES and 1 <= pair.right.face + right <= FACES
                )
                if within and (left or right):
                    ways += self.tile(seat, "B6", left=left, right=right)
        return ways

    # -- what time plays, and what orders say: see `Adviser`

    def fallback(self, decision: str, legal: Mapping[int, Sequence[Json]], seat: int) -> Json:
        return Adviser(self, decision, seat, legal[seat]).fallback()

    def follow(
        self, decision: str, legal: Mapping[int, Sequence[Json]], seat: int, order: Json
    ) -> tuple[Json, list[tuple[str, str]]]:
        return Adviser(self, decision, seat, legal[seat]).follow(order)

    # -- the end

    def points(
        self,
        point: int | None,
        beaches: Mapping[str, Beach] | None = None,
        viewer: int | None = None,
    ) -> list[int]:
        """By seat, for beaches, coins and the open dice; with `beaches` as if they lay like that.

        With a viewer only the surfer tiles count that this seat can see.
        """
        points = [0] * self.seats
        for name, beach in (beaches or self.beaches).items():
            surfer = self.surfer_on(name, viewer)
            for seat, worth in beach.points(self.places, surfer).items():
                points[seat] += worth
        rich = [seat for seat in range(self.seats) if self.owned[seat]]
        rich.sort(key=self.wealth, reverse=True)
        for seat, worth in zip(rich, self.places):
            points[seat] += worth
        if point is not None:
            points[point] += 1
        return points

    def surfer_on(self, name: str, viewer: int | None) -> int | None:
        """The seat that surfs on a beach, unless the viewer cannot see its tile."""
        if self.surfers is None or name not in self.surfers:
            return None
        seat = self.surfers.index(name)
        is_hidden = self.hides_surfers and viewer is not None and viewer != seat
        return None if is_hidden else seat

    def wealth(self, seat: int) -> list[int]:
        """By this collectors are ranked: the total, then each coin in the order of the beaches."""
        coins = self.owned[seat]
        return [sum(coins.values()), *[coins.get(name, 0) for name in BEACHES]]
