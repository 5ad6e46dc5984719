"""The bot "strong" for Turn the Tide: a network says how good each card is, and chance draws by that.

It has learned by playing against itself, and so its answers vary as those of a player who bluffs.
"""

from dataclasses import dataclass
from math import exp
from random import Random
from typing import Any

from games.bots.turn_the_tide.facts import facts
from games.bots.turn_the_tide.network import Network
from games.bots.turn_the_tide.seen import Seen

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Strong:
    """Draws a card: one that is better by 1 is e times as likely."""

    network: Network

    def __call__(self, table: Json, mine: Json, random: Random) -> Json:
        chances = self.chances(table, mine)
        (card,) = random.choices(mine["hand"], chances)
        return {"type": "play", "card": card}

    def chances(self, table: Json, mine: Json) -> list[float]:
        """How likely it plays each card of the hand, the best one being 1."""
        worths = self.network.worth(*facts(Seen.of(table, mine)))
        best = max(worths)
        return [exp(worth - best) for worth in worths]


strong = Strong(Network.learned("strong"))
