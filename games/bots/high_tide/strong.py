"""The bot "strong" for High Tide: a trained network estimates how likely a table is to be won.

It averages over all rolls as `careful` does, but the network gives the worth of each outcome: it knows
the waves that lie on the track, the order of the chairs, and the rounds that are left.

Why so: docs/decisions/bots.md.
"""

from random import Random
from typing import Any

from games.bots.high_tide.careful import Outlook, Steps, add_own_surfer
from games.bots.high_tide.prospect import Prospect, first_free
from games.rules.high_tide.components import SIDES

Json = dict[str, Any]

POINT = 0.08
"""The gain in probability of winning by one point; tiles and coins are counted in points."""


def play_strongly(table: Json, mine: Json, random: Random) -> Json:
    """Return the legal action with which the seat is likeliest to win."""
    experience = Experience(add_own_surfer(table, mine), mine["seat"])
    legal: list[Json] = mine["legal_actions"]
    return max(legal, key=experience.answer_worth)


class Experience(Outlook):
    """The worth of answers in points, by the probability of winning the tables that may follow."""

    def __init__(self, table: Json, seat: int) -> None:
        super().__init__(table, seat)
        self._prospects: dict[str, Prospect] = {}
        self._prospect: Prospect

    def answer_worth(self, action: Json) -> float:
        """Return the worth of an answer, comparable only with other answers to the same question."""
        pairs = self._pairs_after(action)
        # Most answers leave the same pairs on the track.
        key = str(pairs)
        if key not in self._prospects:
            self._prospects[key] = Prospect(self._table, self._seat, pairs)
        self._prospect = self._prospects[key]
        return super().answer_worth(action)

    def _pairs_after(self, action: Json) -> list[Json | None]:
        """Return the pairs on the track after this answer."""
        pairs = [space["pair"] for space in self._table["track"]["spaces"]]
        if action["type"] == "decline" or action.get("tile") == "B8":
            pairs[first_free(self._table, pairs)] = {
                side: self._table["dice"][side] for side in SIDES
            }
        if action["type"] == "take" or action.get("tile") == "B8":
            pairs[action["space"] - 1] = None
        return pairs

    def _pair_gain(self, one: Steps, other: Steps) -> float:
        """Return the worth of the table after both moves: gains compare badly between tracks."""
        if one[0] == other[0]:
            return self._worth_after((one[0], one[1] + other[1]))
        return self._worth_after(one, other)

    def _move_gain(self, colour: str, steps: int) -> float:
        return self._worth_after((colour, steps)) - self._worth_after()

    def _worth_after(self, *moves: Steps) -> float:
        """Return the worth of the table after these moves, each on another beach."""
        return self._prospect.win_chance(*moves) / POINT
