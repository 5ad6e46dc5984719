"""The network that estimates the worth of a card, trained by playing or on games of another bot."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
WIDTH = 24
FACTS = 25
"""The number of facts of the table, and of a card."""
LEAK = 0.05

Weights = list[float]


@dataclass(frozen=True, slots=True)
class TurnTheTideNetwork:
    """One layer from the facts to `WIDTH` sums, and from these to the worth of a card.

    `from_table` and `from_card` have a row for each fact; `straight` adds a card's facts to its worth.
    """

    from_table: list[Weights]
    from_card: list[Weights]
    out: Weights
    straight: Weights

    @classmethod
    def load_shipped(cls, bot: str) -> "TurnTheTideNetwork":
        """Return the network that ships for a bot; its file says how it was made."""
        raw = json.loads((HERE / f"{bot}_weights.json").read_text())
        return cls.from_weights([weight / raw["unit"] for weight in raw["weights"]])

    @classmethod
    def from_weights(cls, weights: Weights) -> "TurnTheTideNetwork":
        """Return the network of these weights, in the order of the training."""
        end = 2 * FACTS * WIDTH
        rows = [weights[at : at + WIDTH] for at in range(0, end, WIDTH)]
        out, straight = weights[end : end + WIDTH], weights[end + WIDTH :]
        if len(straight) != FACTS:
            raise ValueError(f"These are {len(weights)} weights.")
        return cls(rows[:FACTS], rows[FACTS:], out, straight)

    def in_a_row(self) -> Weights:
        """Return all weights in the order of `from_weights`."""
        rows = [*self.from_table, *self.from_card, self.out, self.straight]
        return [weight for row in rows for weight in row]

    def card_worths(self, table: Sequence[float], cards: Sequence[Sequence[float]]) -> list[float]:
        """Return the worth of each card by the facts; only differences have a meaning."""
        start = _add_rows([0.0] * WIDTH, table, self.from_table)
        worths = []
        for facts in cards:
            sums = _add_rows(start, facts, self.from_card)
            worth = sum([fact * weight for fact, weight in zip(facts, self.straight, strict=True)])
            for value, weight in zip(sums, self.out, strict=True):
                worth += (value if value > 0 else LEAK * value) * weight
            worths.append(worth)
        return worths


def _add_rows(sums: Weights, facts: Sequence[float], rows: list[Weights]) -> Weights:
    for fact, row in zip(facts, rows, strict=True):
        if fact:  # Many are 0.
            sums = [value + fact * weight for value, weight in zip(sums, row, strict=True)]
    return sums
