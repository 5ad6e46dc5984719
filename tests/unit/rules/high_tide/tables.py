"""Setting a table for a test: chairs where it needs them, dice that fall as it says."""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from games.rulesets.high_tide.rules.beach import Beach
from games.rulesets.high_tide.rules.components import BEACHES
from games.rulesets.high_tide.rules.ruleset import HIGH_TIDE
from games.rulesets.high_tide.rules.state import HighTideState
from games.rulesets.ruleset import Event, StageEnd

T = TypeVar("T")
Json = dict[str, Any]

RED, BROWN, GREEN, BEIGE, PINK, BLUE = range(6)
"""The seats, as the examples in the rules name the players of six."""


class LoadedChance:
    """Chance that does as it is told.

    `falls` are the dice to come: "white 5" for one that is drawn and rolled, 3 for one that
    is re-rolled; when they run out, the first dice of the bag fall, all showing 1. `others`
    says what else comes by a word of the purpose; what is not named keeps its order.
    """

    def __init__(
        self, falls: Iterable[str | int] = (), others: Mapping[str, Any] | None = None
    ) -> None:
        self._falls = deque(falls)
        self._faces: deque[int] = deque()
        self._others = others or {}
        self.purposes: list[str] = []

    def roll(self, purpose: str, sides: int) -> int:
        self.purposes.append(purpose)
        if self._faces:
            return self._faces.popleft()
        face = self._falls.popleft() if self._falls else 1
        assert isinstance(face, int), f"{face} was to be drawn, but a die is re-rolled"
        return face

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
            colour, face = str(self._falls.popleft()).split()
            # Raises ValueError for a die that is not in the bag.
            drawn.append(bag.pop(bag.index(colour)))  # type: ignore[arg-type]
            self._faces.append(int(face))
        return tuple(drawn)


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

    def answer(self, seat: int, type: str, **fields: Any) -> None:  # noqa: A002
        """One seat's answer, as JSON."""
        self.answers({seat: {"type": type, **fields}})

    def use(self, seat: int, tile: str, **fields: Any) -> None:
        self.answer(seat, "tile", tile=tile, **fields)

    def answers(self, raw: Mapping[int, Json]) -> None:
        actions = {seat: HIGH_TIDE.read_action(action) for seat, action in raw.items()}
        assert tuple(sorted(actions)) == self.asked()
        for seat, action in actions.items():
            HIGH_TIDE.check_action(self.state, seat, action)
        self._take(HIGH_TIDE.close_turn(self.state, actions, self.chance))

    def fall_back(self, *, rounds: int = 1) -> None:
        """Time plays on until so many more rounds have ended, or the game."""
        ended = len(self.stages) + rounds
        while len(self.stages) < ended and self.asked():
            state = self.state
            actions = {seat: HIGH_TIDE.choose_fallback(state, seat) for seat in self.asked()}
            self._take(HIGH_TIDE.close_turn(state, actions, self.chance))

    def legal(self, seat: int) -> list[Json]:
        actions = HIGH_TIDE.legal_actions(self.state, seat)
        return [HIGH_TIDE.write_action(action) for action in actions]

    def tiles(self, seat: int) -> list[Json]:
        """The ways in which the seat can use tiles now."""
        return [action for action in self.legal(seat) if action["type"] == "tile"]

    def types(self, seat: int) -> set[str]:
        return {action["type"] for action in self.legal(seat)}

    def asked(self) -> tuple[int, ...]:
        return HIGH_TIDE.seats_asked(self.state)

    def decision(self) -> str:
        return self.state.open_decision

    def shown(self) -> Json:
        return HIGH_TIDE.table_view(self.state)

    def space(self, seat: int, beach: str) -> int:
        """Where the seat's chair stands."""
        return self.state.beach_of(beach).space_of(seat)

    def on(self, beach: str, space: int) -> list[int]:
        """The seats on a space, from left to right."""
        return [
            chair.seat
            for chair in self.state.beach_of(beach).chairs_by_arrival
            if chair.space == space
        ]

    def track(self) -> list[str]:
        """The track in words, from the top."""
        return [_occupant(space) for space in self.shown()["track"]["spaces"]]

    def told(self, type_: str) -> list[Json]:
        return [event.data for event in self.events if event.type == type_]


def _occupant(space: Json) -> str:
    if space["pair"]:
        left, right = space["pair"]["left"], space["pair"]["right"]
        return f"{left['colour']} {left['face']}, {right['colour']} {right['face']}"
    return "free" if space["towel"] is None else f"towel {space['towel']}"


def lay(
    seats: int = 4,
    *,
    falls: Iterable[str | int] = (),
    expansions: Sequence[str] = (),
    chairs: Mapping[str, Mapping[int, int]] | None = None,
    tiles: Mapping[str, int] | None = None,
    round_: int = 1,
    others: Mapping[str, Any] | None = None,
    **options: Any,
) -> Table:
    """A table at the start of a round.

    `chairs`: by beach the space of each seat, in the order in which they came; all others are
    at the bar. `tiles`: the holder of each Baywatch tile held.
    """
    chance = LoadedChance(falls, others)
    chosen = HIGH_TIDE.read_options({"expansions": list(expansions), **options})
    state = HIGH_TIDE.initial_state(chosen, seats, chance)
    state = replace(state, round=round_, beaches=stand(state.beaches, chairs or {}))
    if tiles:
        assert state.baywatch is not None
        state = replace(state, baywatch=replace(state.baywatch, held=tuple(tiles.items())))
    return Table(state, chance)


def stand(beaches: tuple[Beach, ...], chairs: Mapping[str, Mapping[int, int]]) -> tuple[Beach, ...]:
    assert set(chairs) <= set(BEACHES)
    return tuple(beach_with(beach, chairs.get(beach.colour, {})) for beach in beaches)


def beach_with(beach: Beach, spaces: Mapping[int, int]) -> Beach:
    others = [chair for chair in beach.chairs_by_arrival if chair.seat not in spaces]
    return Beach.with_chairs(beach.colour, beach.dry, [*others, *spaces.items()], beach.waves)


def beach(seats: int, spaces: Mapping[int, int], *, dry: int = 20, colour: str = "black") -> Beach:
    """A beach with chairs that came to their spaces in this order; the others are at the bar."""
    return beach_with(Beach.with_chairs(colour, dry, [(seat, 0) for seat in range(seats)]), spaces)
