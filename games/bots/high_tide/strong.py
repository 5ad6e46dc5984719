"""The bot "strong" for High Tide: it knows from experience how likely a table is to be won.

It weighs all that can fall as `careful` does, but asks a network what each outcome is worth: with the
waves that lie on the track, with who is behind whom, and with the end of the game in sight.

Why so: docs/why.md#high-tide-learned.
"""

from random import Random
from typing import Any

from games.bots.high_tide.careful import Outlook, Steps, add_own_surfer
from games.bots.high_tide.prospect import Prospect, first_free
from games.rules.high_tide.components import SIDES

Json = dict[str, Any]

POINT = 0.08
"""By how much one more point makes it likelier to win: tiles and coins are counted in points."""


def strong(table: Json, mine: Json, random: Random) -> Json:
    """The answer with which the seat is likeliest to win, from what lies on the table."""
    experience = Experience(add_own_surfer(table, mine), mine["seat"])
    legal: list[Json] = mine["legal_actions"]
    return max(legal, key=experience.worth)


class Experience(Outlook):
    """What answers are worth in points, by how likely the tables are won that may come of them."""

    def __init__(self, table: Json, seat: int) -> None:
        super().__init__(table, seat)
        self._prospects: dict[str, Prospect] = {}
        self._prospect: Prospect

    def worth(self, action: Json) -> float:
        """What the answer is worth; only answers to the same question can be compared."""
        pairs = self._pairs_after(action)
        # Most answers leave the same pairs on the track.
        key = str(pairs)
        if key not in self._prospects:
            self._prospects[key] = Prospect(self._table, self._seat, pairs)
        self._prospect = self._prospects[key]
        return super().worth(action)

    def _pairs_after(self, action: Json) -> list[Json | None]:
        """The pairs on the track once this is answered."""
        pairs = [space["pair"] for space in self._table["track"]["spaces"]]
        if action["type"] == "decline" or action.get("tile") == "B8":
            pairs[first_free(self._table, pairs)] = {
                side: self._table["dice"][side] for side in SIDES
            }
        if action["type"] == "take" or action.get("tile") == "B8":
            pairs[action["space"] - 1] = None
        return pairs

    def _pair(self, one: Steps, other: Steps) -> float:
        """The table after both moves, not what they gain: answers leave different tracks behind."""
        if one[0] == other[0]:
            return self._after((one[0], one[1] + other[1]))
        return self._after(one, other)

    def _gain(self, colour: str, steps: int) -> float:
        return self._after((colour, steps)) - self._after()

    def _after(self, *moves: Steps) -> float:
        """The table after these moves, each on another beach."""
        return self._prospect.chance(*moves) / POINT
