"""The bot "strong" for Turn the Tide: it draws a card at random, weighted by a network's estimates.

The network was trained against itself, so its answers vary as those of a player who bluffs.
"""

from dataclasses import dataclass
from math import exp
from random import Random

from games.rulesets.kit.values import Json
from games.rulesets.turn_the_tide.bots.facts import table_and_card_facts
from games.rulesets.turn_the_tide.bots.network import TurnTheTideNetwork
from games.rulesets.turn_the_tide.bots.seen import Seen


@dataclass(frozen=True, slots=True)
class Strong:
    """A bot that draws a card: one that is worth 1 more is e times as likely."""

    network: TurnTheTideNetwork

    def __call__(self, table: Json, mine: Json, random: Random) -> Json:
        chances = self.win_chances(table, mine)
        (card,) = random.choices(mine["hand"], chances)
        return {"type": "play", "card": card}

    def win_chances(self, table: Json, mine: Json) -> list[float]:
        """Return the weight of each card of the hand, 1 for the best one."""
        worths = self.network.card_worths(*table_and_card_facts(Seen.from_views(table, mine)))
        best = max(worths)
        return [exp(worth - best) for worth in worths]


strong = Strong(TurnTheTideNetwork.load_shipped("strong"))
