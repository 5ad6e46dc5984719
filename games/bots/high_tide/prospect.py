"""A seat's probability of winning, with its chairs where they are or after they have moved."""

from collections.abc import Sequence
from functools import cache
from operator import add, sub
from typing import Any, NamedTuple

from games.bots.high_tide.careful import beaches_of
from games.bots.high_tide.facts import (
    BEST,
    ENDED,
    NEAR,
    NEARER,
    Progress,
    Waves,
    beach_facts,
    best_lead,
    table_facts,
)
from games.bots.high_tide.network import HighTideNetwork
from games.rules.high_tide.beach import Beach
from games.rules.high_tide.components import BEACHES

Json = dict[str, Any]
Pairs = Sequence[Json | None]
"""The pairs on the track, by space from the top."""

UNIT_OF_NEAR = 6
"""The divisor of the number of chairs near the water."""


@cache
def load_network() -> HighTideNetwork:
    """Return the network, read when a bot first needs it."""
    return HighTideNetwork.load_shipped()


class Part(NamedTuple):
    """The contribution of a beach or of the whole table: see `BeachFacts`, `HighTideNetwork.beach_sums`."""

    sums: list[float]
    points: list[float]
    flooded: int

    def add_part(self, other: "Part") -> "Part":
        return Part(
            [*map(add, self.sums, other.sums)],
            [*map(add, self.points, other.points)],
            self.flooded + other.flooded,
        )

    def subtract_part(self, before: "Part") -> "Part":
        """Return the difference from an earlier contribution."""
        return Part(
            [*map(sub, self.sums, before.sums)],
            [*map(sub, self.points, before.points)],
            self.flooded - before.flooded,
        )


class Prospect:
    """The table as seen by the seat whose go ends with the next move of its chairs.

    `pairs` are those on the track after the move: the last of them decides which waves come.
    """

    def __init__(self, table: Json, seat: int, pairs: Pairs) -> None:
        self._seat = seat
        self._beaches = beaches_of(table)
        self._surfers: list[str | None] = table["surfers"] or []
        to_play = max(0, len(table["towel_pile"]) - 1)
        seats = len(table["scores"])
        self._progress = Progress(table["rounds"] - table["round"], to_play, seats)
        self._waves = _wave_chances(table, pairs, to_play)
        facts = table_facts(
            self._progress,
            sum(pair is not None for pair in pairs),
            to_play + _towels_below(table, pairs),
        )
        self._network = load_network()
        self._whole = Part(self._network.table_sums(facts), [0.0] * seats, 0)
        self._ended = [row[ENDED] for row in self._network.from_table]
        self._best = [row[BEST] for row in self._network.from_table]
        self._now = {colour: self._beach_part(beach) for colour, beach in self._beaches.items()}
        for part in self._now.values():
            self._whole = self._whole.add_part(part)
        self._steps: dict[tuple[str, int], Part] = {}

    def win_chance(self, *moves: tuple[str, int]) -> float:
        """Return the seat's probability of winning after these moves, each on another beach."""
        whole = self._whole
        for move in moves:
            whole = whole.add_part(self._step_part(*move))
        sums = whole.sums
        if whole.flooded or not self._progress.rounds_left:
            sums = [*map(add, sums, self._ended)]
        best = best_lead(whole.points, self._seat)
        brought = zip(sums, self._best, strict=True)
        return self._network.win_chance([value + best * weight for value, weight in brought])

    def _step_part(self, colour: str, steps: int) -> Part:
        """Return the change by these steps on this beach."""
        known = self._steps.get((colour, steps))
        if known is None:
            now = self._now[colour]
            then = self._beach_part(self._beaches[colour].move_chair(self._seat, steps))
            known = then.subtract_part(now)
            self._steps[colour, steps] = known
        return known

    def _beach_part(self, beach: Beach) -> Part:
        surfer = self._surfers.index(beach.colour) if beach.colour in self._surfers else None
        seen = beach_facts(beach, self._seat, self._waves[beach.colour], self._progress, surfer)
        near, nearer = (count / UNIT_OF_NEAR for count in seen.near)
        brought = zip(self._network.beach_sums(seen.facts), self._network.from_table, strict=True)
        sums = [value + near * row[NEAR] + nearer * row[NEARER] for value, row in brought]
        return Part(sums, seen.points, int(seen.flooded))


def _wave_chances(table: Json, pairs: Pairs, to_play: int) -> dict[str, Waves]:
    """Return by beach the probabilities of the waves of this round.

    The last pair on the track decides them: one that lies there now, each as likely, or a new one.
    """
    lying = [pair for pair in pairs if pair]
    each = 1 / (to_play + 1)
    rest = max(0.0, 1 - len(lying) * each) / len(BEACHES)
    large, small = dict.fromkeys(BEACHES, rest), dict.fromkeys(BEACHES, rest)
    for pair in lying:
        large[pair["left"]["colour"]] += each
        small[pair["right"]["colour"]] += each
    lengths = table["wave_lengths"]
    return {beach: Waves(large[beach], small[beach], lengths) for beach in BEACHES}


def _towels_below(table: Json, pairs: Pairs) -> int:
    """Return the number of towels below the next free space: their seats begin the next round."""
    spaces = table["track"]["spaces"]
    return sum(space["towel"] is not None for space in spaces[first_free(table, pairs) + 1 :])


def first_free(table: Json, pairs: Pairs) -> int:
    """Return the topmost free space from 0; the number of spaces if none is free."""
    towels = [space["towel"] for space in table["track"]["spaces"]]
    taken = [
        pair is not None or towel is not None for pair, towel in zip(pairs, towels, strict=True)
    ]
    return taken.index(False) if False in taken else len(taken)
