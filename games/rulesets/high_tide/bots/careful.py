"""The bot "careful" for High Tide: it computes the worth of each answer by fixed rules."""

from collections.abc import Sequence
from itertools import combinations, product
from random import Random

from games.rulesets.high_tide.rules.beach import Beach
from games.rulesets.high_tide.rules.components import FACES, LARGE, SIDES, SMALL
from games.rulesets.high_tide.rules.scoring import beach_points
from games.rulesets.kit.values import Json

Steps = tuple[str, int]
"""A beach and steps towards its water."""

WAVE = 1 / 6
"""The probability that a beach gets the large wave of a round; the same for the small one."""
HEAD_START = 0.12
"""The points for a space nearer to the water, for each round that may still come."""
COIN = 0.15
"""The points for each unit of a coin's value."""
TILE_FOR_LATER = 0.3
"""The points for an unused tile, for each round that may still come."""


def play_carefully(table: Json, mine: Json, random: Random) -> Json:
    """Return the legal action that is worth most to the seat."""
    outlook = Outlook(add_own_surfer(table, mine), mine["seat"])
    legal: list[Json] = mine["legal_actions"]
    return max(legal, key=outlook.answer_worth)


def add_own_surfer(table: Json, mine: Json) -> Json:
    """Return the table with the one surfer tile that the seat knows, where the tiles are hidden."""
    if "surfer" not in mine:
        return table
    seats = range(len(table["scores"]))
    known = [mine["surfer"] if seat == mine["seat"] else None for seat in seats]
    return {**table, "surfers": known}


class Outlook:
    """The worth of answers to a seat: its expected lead in points over its opponents.

    The worth of a beach is the mean of its worths after no wave, a large one and a small one, by
    their probabilities. Everything is relative to leaving all chairs where they are.
    """

    def __init__(self, table: Json, seat: int) -> None:
        self._table = table
        self._seat = seat
        self._seats = len(table["scores"])
        self._rounds_left: int = table["rounds"] - table["round"]
        self._beaches = beaches_of(table)
        self._now = {colour: self._beach_worth(beach) for colour, beach in self._beaches.items()}
        self._gains: dict[Steps, float] = {}
        self._pairs_to_come: list[tuple[int, float]] = []

    def answer_worth(self, action: Json) -> float:
        """Return the worth of an answer, comparable only with other answers to the same question."""
        match action:
            case {"type": "roll"}:
                worth = self._roll_worth(self._free_spaces)
            case {"type": "decline"}:
                worth = self._roll_worth(self._free_spaces - 1)
            case {"type": "take", "space": space}:
                worth = self._take_worth(space)
            case {"type": "reroll", "dice": sides}:
                worth = self._reroll_worth(sides)
            case {"type": "accept" | "move"}:
                worth = self._pair_gain(*self._played_dice())
            case {"type": "coin", "beach": beach, "space": space}:
                worth = COIN * self._coin_values(beach)[space]
            case {"type": "tile"}:
                worth = self._tile_worth(action) - TILE_FOR_LATER * self._rounds_left
            case _:
                worth = self._pass_worth()
        return worth

    # -- chairs

    def _beach_worth(self, beach: Beach) -> float:
        lengths = self._table["wave_lengths"]
        after = [beach.after_wave(size, lengths[size]) for size in (LARGE, SMALL)]
        waves = sum(self._beach_lead(each) for each in after) * WAVE
        space = min(beach.space_of(self._seat), beach.dry)
        return (
            self._beach_lead(beach) * (1 - 2 * WAVE)
            + waves
            + HEAD_START * self._rounds_left * space
        )

    def _beach_lead(self, beach: Beach) -> float:
        """Return the lead in points on this beach over the average opponent."""
        surfers = self._table["surfers"] or []
        surfer = surfers.index(beach.colour) if beach.colour in surfers else None
        points = beach_points(beach, self._seats, surfer)
        own = points[self._seat]
        return own - (sum(points) - own) / (self._seats - 1)

    def _move_gain(self, colour: str, steps: int) -> float:
        known = self._gains.get((colour, steps))
        if known is None:
            beach = self._beaches[colour]
            known = self._beach_worth(beach.move_chair(self._seat, steps)) - self._now[colour]
            self._gains[colour, steps] = known
        return known

    def _pair_gain(self, one: Steps, other: Steps) -> float:
        if one[0] == other[0]:
            return self._move_gain(one[0], one[1] + other[1])
        return self._move_gain(*one) + self._move_gain(*other)

    # -- dice

    @property
    def _free_spaces(self) -> int:
        """Return the number of available spaces of the track that are free."""
        return sum(
            space["available"] and space["towel"] is None and space["pair"] is None
            for space in self._table["track"]["spaces"]
        )

    def _roll_worth(self, free: int) -> float:
        """Return the worth of a roll, which can be declined while more than one space is free."""
        if not self._pairs_to_come:
            self._pairs_to_come = self._possible_rolls()
        rolls = self._pairs_to_come
        total = sum(weight for weight, _ in rolls)
        worth = sum(weight * value for weight, value in rolls) / total
        for _ in range(1, free):
            worth = sum(weight * max(value, worth) for weight, value in rolls) / total
        return worth

    def _possible_rolls(self) -> list[tuple[int, float]]:
        """Return the pairs that the bag may give: the weight of each, and its worth."""
        bag = {colour: count for colour, count in self._table["bag"].items() if count}
        draws = [(one, other, bag[one] * bag[other]) for one, other in combinations(bag, 2)]
        draws += [(one, one, bag[one] * (bag[one] - 1) // 2) for one in bag]
        faces = range(1, FACES + 1)
        return [
            (weight, self._pair_gain((one, face), (other, other_face)))
            for one, other, weight in draws
            if weight
            for face, other_face in product(faces, faces)
        ]

    def _take_worth(self, space: int) -> float:
        """Return the worth of the pair on this space of the track with its best legal re-roll."""
        pair = self._table["track"]["spaces"][space - 1]["pair"]
        one, other = ((pair[side]["colour"], pair[side]["face"]) for side in SIDES)
        most = max(0, 3 - space)
        choices = [again for again in product((False, True), repeat=2) if sum(again) <= most]
        return max(self._expected_worth((one, other), again) for again in choices)

    def _reroll_worth(self, sides: list[str]) -> float:
        return self._expected_worth(self._played_dice(), [side in sides for side in SIDES])

    def _expected_worth(self, dice: tuple[Steps, Steps], again: Sequence[bool]) -> float:
        """Return the average worth of the pair after a re-roll of the dice marked in `again`."""
        one, other = map(_die_outcomes, dice, again)
        worths = [self._pair_gain(*pair) for pair in product(one, other)]
        return sum(worths) / len(worths)

    def _played_dice(self) -> tuple[Steps, Steps]:
        """Return the beaches and steps of the dice before the player."""
        left, right = (self._table["dice"][side] for side in SIDES)
        return (left["beach"], left["steps"]), (right["beach"], right["steps"])

    # -- coins and tiles

    def _coin_values(self, colour: str) -> dict[int, int]:
        """Return the values of the coins that lie on a beach, by space."""
        (coins,) = (raw["coins"] for raw in self._table["beaches"] if raw["beach"] == colour)
        return {coin["space"]: coin["value"] for coin in coins or []}

    def _pass_worth(self) -> float:
        """Return the worth of a pass: half of the best coin further on."""
        offer = self._table["offer"]
        if offer is None or not self._rounds_left:
            return 0.0
        stand = self._beaches[offer["beach"]].space_of(self._seat)
        ahead = [
            value for space, value in self._coin_values(offer["beach"]).items() if space > stand
        ]
        return COIN * max(ahead, default=0) / 2

    def _tile_worth(self, action: Json) -> float:
        """Return the expected worth of using a tile in this way."""
        match action:
            case {"tile": "B1"}:
                worth = self._roll_worth(self._free_spaces + 1)
            case {"tile": "B2"}:
                worth = -1.0  # Playing early is worth nothing to it.
            case {"tile": "B3", "beach": beach, "steps": steps}:
                worth = self._move_gain(beach, steps)
            case {"tile": "B5", "die": side}:
                worth = self._reroll_worth([side])
            case {"tile": "B8", "space": space}:
                worth = self._take_worth(space)
            case _:
                worth = self._changed_dice(action)
        return worth

    def _changed_dice(self, action: Json) -> float:
        """Return the worth of the dice with B4, B6, B7 or B9."""
        dice = dict(zip(SIDES, self._played_dice(), strict=True))
        if action["tile"] == "B4":
            _, steps = dice[action["die"]]
            return self._pair_gain(*dice.values()) + self._move_gain(action["beach"], abs(steps))
        return self._pair_gain(*[_change_die(die, action, side) for side, die in dice.items()])


def _die_outcomes(die: Steps, again: int) -> list[Steps]:
    """Return the possible outcomes of a die: its face, or any if rolled again."""
    colour, steps = die
    sign = 1 if steps > 0 else -1
    return [(colour, sign * face) for face in range(1, FACES + 1)] if again else [die]


def _change_die(die: Steps, action: Json, side: str) -> Steps:
    """Return the die on this side after B6, B7 or B9."""
    colour, steps = die
    if action["tile"] == "B6":
        return colour, steps + (action[side] if steps > 0 else -action[side])
    if action["die"] != side:
        return die
    return (action["colour"], steps) if action["tile"] == "B7" else (colour, -steps)


def beaches_of(table: Json) -> dict[str, Beach]:
    """Return the beaches of the table, by colour."""
    return {raw["beach"]: _read_beach(raw) for raw in table["beaches"]}


def _read_beach(raw: Json) -> Beach:
    chairs = [(seat, row["space"]) for row in raw["chairs"] for seat in row["seats"]]
    return Beach.with_chairs(raw["beach"], raw["water"] - 1, chairs)
