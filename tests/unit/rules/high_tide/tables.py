"""Setting a table for a test: chairs where it needs them, dice that fall as it says, answers as words."""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import pytest

from games.rulesets.high_tide.rules.beach import Beach
from games.rulesets.high_tide.rules.components import BEACHES, TILES
from games.rulesets.high_tide.rules.ruleset import HIGH_TIDE
from games.rulesets.high_tide.rules.state import HighTideState
from games.rulesets.refusal import Illegal
from games.rulesets.ruleset import Event, StageEnd

T = TypeVar("T")
Json = dict[str, Any]
Chairs = Mapping[str, Mapping[int, int]]

RED, BROWN, GREEN, BEIGE, PINK, BLUE = range(6)
"""The seats, as the examples in the rules name the players of six."""
PLAIN_ROUND = "white 1, yellow 1, white 1, yellow 1, black 1, orange 1"
"""What three players roll in a round of which every roll stands: with the rental on space 2."""


class LoadedChance:
    """Chance that does as it is told.

    `falls` are the dice to come: "white 5" for one that is drawn and rolled, "3" for one that
    is re-rolled; when they run out, the first dice of the bag fall, all showing 1. `others`
    says what else comes by a word of the purpose; what is not named keeps its order.
    """

    def __init__(self, falls: str = "", others: Mapping[str, Any] | None = None) -> None:
        self._falls = deque(falls.split(", ") if falls else ())
        self._faces: deque[int] = deque()
        self._others = others or {}
        self.purposes: list[str] = []

    def roll(self, purpose: str, sides: int) -> int:
        self.purposes.append(purpose)
        if self._faces:
            return self._faces.popleft()
        # Raises ValueError for a die that was to be drawn.
        return int(self._falls.popleft()) if self._falls else 1

    def sample(self, purpose: str, items: Sequence[T], count: int) -> tuple[T, ...]:
        self.purposes.append(purpose)
        if "draw" in purpose:
            return self._draw(items, count)
        for word, value in self._others.items():
            if word in purpose:
                assert value in items, f"{value} is not there for {purpose}"
                return (value,)
        return tuple(items[:count])

    def shuffle(self, purpose: str, items: Sequence[T]) -> tuple[T, ...]:
        return self.sample(purpose, items, len(items))

    def _draw(self, items: Sequence[T], count: int) -> tuple[T, ...]:
        if not self._falls:
            self._faces.extend([1] * count)
            return tuple(items[:count])
        bag, drawn = list(items), []
        for _ in range(count):
            colour, face = self._falls.popleft().split()
            # Raises ValueError for a die that is not in the bag.
            drawn.append(bag.pop(bag.index(colour)))  # type: ignore[arg-type]
            self._faces.append(int(face))
        return tuple(drawn)


FIELDS = {
    "take": ["space"],
    "coin": ["beach", "space"],
    "B3": ["beach", "steps"],
    "B4": ["die", "beach"],
    "B5": ["die"],
    "B6": ["left", "right"],
    "B7": ["die", "colour"],
    "B8": ["space"],
    "B9": ["die"],
}
"""What an action or a tile says after its name, in this order."""


def read_answer(words: str) -> Json:
    """Return an answer as JSON: `take 1`, `reroll left right`, `coin blue 4`, `B4 left orange`."""
    name, *rest = words.split()
    if name == "reroll":
        return {"type": name, "dice": rest}
    values = [int(word) if word.lstrip("-").isdigit() else word for word in rest]
    kind = {"type": "tile", "tile": name} if name in TILES else {"type": name}
    return kind | dict(zip(FIELDS.get(name, ()), values, strict=True))


def write_answer(raw: Json) -> str:
    """Return JSON as words, as `read_answer` reads them."""
    name: str = raw.get("tile") or raw["type"]
    values = raw["dice"] if name == "reroll" else [raw[field] for field in FIELDS.get(name, ())]
    return " ".join(map(str, [name, *values]))


class Table:
    """A game that a test plays; seats play in their order in round 1."""

    def __init__(self, state: HighTideState, chance: LoadedChance) -> None:
        self.chance = chance
        self.events: list[Event] = []
        self.stages: list[StageEnd] = []
        self.state = state
        self._take(HIGH_TIDE.open_first_turn(state, chance))

    def _take(self, step: Any) -> None:
        self.state = step.state
        self.events += step.events
        self.stages += step.stages

    def play(self, answers: str) -> "Table":
        """Answer one after the other for the only seat that is asked: `decline, accept, take 1`."""
        for words in answers.split(", "):
            (seat,) = self.asked()
            self.answer({seat: words})
        return self

    def answer(self, answers: Mapping[int, str]) -> None:
        """Answer for all seats that are asked."""
        actions = {s: HIGH_TIDE.read_action(read_answer(words)) for s, words in answers.items()}
        assert tuple(sorted(actions)) == self.asked()
        for seat, action in actions.items():
            HIGH_TIDE.check_action(self.state, seat, action)
        self._take(HIGH_TIDE.close_turn(self.state, actions, self.chance))

    def refusal(self, words: str, seat: int | None = None) -> tuple[str, str | None]:
        """Return code and pointer with which an answer is refused; without a seat, of the one asked."""
        seat = self.asked()[0] if seat is None else seat
        action = HIGH_TIDE.read_action(read_answer(words))
        with pytest.raises(Illegal) as refusal:
            HIGH_TIDE.check_action(self.state, seat, action)
        return refusal.value.code, refusal.value.pointer

    def fall_back(self, *, rounds: int = 1) -> None:
        """Time plays on until so many more rounds have ended, or the game."""
        ended = len(self.stages) + rounds
        while len(self.stages) < ended and self.asked():
            state = self.state
            actions = {seat: HIGH_TIDE.choose_fallback(state, seat) for seat in self.asked()}
            self._take(HIGH_TIDE.close_turn(state, actions, self.chance))

    def legal(self) -> list[str]:
        """Return what the first seat asked can answer, in words."""
        actions = HIGH_TIDE.legal_actions(self.state, self.asked()[0])
        return [write_answer(HIGH_TIDE.write_action(action)) for action in actions]

    def tiles(self) -> list[str]:
        """Return the ways in which the first seat asked can use tiles, in words."""
        return [words for words in self.legal() if words.split()[0] in TILES]

    def asked(self) -> tuple[int, ...]:
        return HIGH_TIDE.seats_asked(self.state)

    def question(self) -> str:
        """Return who is asked, and for what: `0 accept`."""
        return f"{' '.join(map(str, self.asked()))} {self.state.open_decision}"

    def view(self) -> Json:
        return HIGH_TIDE.table_view(self.state)

    def chairs(self, seat: int = 0) -> dict[str, int]:
        """Return by beach where the seat's chairs stand that are not at the bar."""
        spaces = {beach.colour: beach.space_of(seat) for beach in self.state.beaches}
        return {beach: space for beach, space in spaces.items() if space}

    def on(self, beach: str, space: int) -> list[int]:
        """Return the seats on a space, from left to right."""
        chairs = self.state.beach_of(beach).chairs_by_arrival
        return [chair.seat for chair in chairs if chair.space == space]

    def track(self, spaces: int = 9) -> list[str]:
        """Return so many spaces of the track in words, from the top."""
        return [_occupant(space) for space in self.view()["track"]["spaces"][:spaces]]

    def events_of(self, type_: str) -> list[Json]:
        return [event.data for event in self.events if event.type == type_]


def _occupant(space: Json) -> str:
    if space["pair"]:
        left, right = space["pair"]["left"], space["pair"]["right"]
        return f"{left['colour']} {left['face']}, {right['colour']} {right['face']}"
    return "free" if space["towel"] is None else f"towel {space['towel']}"


def lay(
    falls: str = "",
    seats: int = 4,
    *,
    expansions: Sequence[str] = (),
    chairs: Chairs | None = None,
    tiles: Mapping[str, int] | str = "",
    coins: Mapping[str, int] | None = None,
    others: Mapping[str, Any] | None = None,
    **options: Any,
) -> Table:
    """Return a table at the start of a round.

    `chairs`: by beach the space of each seat, in the order in which they came; all others are
    at the bar. `tiles`: the holder of each Baywatch tile held, or those that seat 0 holds: `B4 B5`.
    `coins`: what seat 0 has taken.
    """
    held = dict.fromkeys(tiles.split(), 0) if isinstance(tiles, str) else tiles
    played = [*expansions, *["baywatch"] * bool(held), *["coins"] * bool(coins)]
    chosen = HIGH_TIDE.read_options({"expansions": sorted({*played}), **options})
    chance = LoadedChance(falls, others)
    state = HIGH_TIDE.initial_state(chosen, seats, chance)
    state = replace(state, beaches=_place_chairs(state.beaches, chairs or {}))
    if state.baywatch is not None:
        state = replace(state, baywatch=replace(state.baywatch, held=tuple(held.items())))
    if state.coins is not None and coins:
        own = tuple(coins.get(colour, 0) for colour in BEACHES)
        state = replace(state, coins=replace(state.coins, owned=(own, *state.coins.owned[1:])))
    return Table(state, chance)


def _place_chairs(beaches: tuple[Beach, ...], chairs: Chairs) -> tuple[Beach, ...]:
    assert set(chairs) <= set(BEACHES)
    return tuple(_with_chairs(beach, chairs.get(beach.colour, {})) for beach in beaches)


def _with_chairs(beach: Beach, spaces: Mapping[int, int]) -> Beach:
    others = [chair for chair in beach.chairs_by_arrival if chair.seat not in spaces]
    return Beach.with_chairs(beach.colour, beach.dry, [*others, *spaces.items()], beach.waves)


def lay_beach(seats: int, spaces: Mapping[int, int], dry: int = 20) -> Beach:
    """Return a beach with chairs that came to their spaces in this order; the others are at the bar."""
    empty = Beach.with_chairs("black", dry, [(seat, 0) for seat in range(seats)])
    return _with_chairs(empty, spaces)
