"""The network that estimates a seat's probability of winning, trained on games of other bots."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from operator import mul
from pathlib import Path

LEARNED = Path(__file__).with_name("strong_weights.json")
BEACH_FACTS = 30
TABLE_FACTS = 12
WIDTH = 16
"""The number of units of each layer."""
WEIGHTS = WIDTH * (BEACH_FACTS + WIDTH + TABLE_FACTS + 1) + 1

Weights = list[float]


@dataclass(frozen=True, slots=True)
class HighTideNetwork:
    """A layer for each beach, one for their sum with the facts of the table, and one output.

    `of_beach` has a row of `BEACH_FACTS` for each unit of the first layer; `from_beach` and `from_table`
    have a row for each unit of the second, and `out` has the weight of each of these.
    """

    of_beach: list[Weights]
    from_beach: list[Weights]
    from_table: list[Weights]
    out: Weights
    start: float

    @classmethod
    def load_shipped(cls) -> "HighTideNetwork":
        """Return the network that ships; its file says how it was made."""
        raw = json.loads(LEARNED.read_text())
        return cls.from_weights([weight / raw["unit"] for weight in raw["weights"]])

    @classmethod
    def from_weights(cls, weights: Weights) -> "HighTideNetwork":
        """Return the network of these weights, in the order of the training.

        Raises `ValueError` for a wrong number of weights.
        """
        if len(weights) != WEIGHTS:
            raise ValueError(f"These are {len(weights)} weights and not {WEIGHTS}.")
        rows = [weights[at : at + WIDTH] for at in range(0, len(weights), WIDTH)]
        first, second = BEACH_FACTS, BEACH_FACTS + WIDTH
        # Training has a row for each fact; a row for each unit is faster to sum here.
        of_beach, from_beach, from_table = (
            [[*unit] for unit in zip(*part, strict=True)]
            for part in (rows[:first], rows[first:second], rows[second:-2])
        )
        out, (start,) = rows[-2], rows[-1]
        return cls(of_beach, from_beach, from_table, out, start)

    def beach_sums(self, facts: Sequence[float]) -> Weights:
        """Return the contribution of a beach to each sum of the second layer."""
        units = [max(0.0, sum(map(mul, row, facts))) for row in self.of_beach]
        return [sum(map(mul, row, units)) for row in self.from_beach]

    def table_sums(self, facts: Sequence[float]) -> Weights:
        """Return the contribution of the table's facts to each sum of the second layer."""
        return [sum(map(mul, row, facts)) for row in self.from_table]

    def win_chance(self, sums: Sequence[float]) -> float:
        """Return the seat's probability of winning, by the sums of the second layer."""
        worth = self.start
        for value, weight in zip(sums, self.out, strict=True):
            if value > 0:
                worth += value * weight
        return 1 / (1 + exp(-worth))
