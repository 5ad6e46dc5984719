"""The bot "expert" for Turn the Tide: it plays the game on many times in compiled code, as `strong` does.

That code is the package tideapi-playouts. Without the package the bot plays as `strong` does.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from games.rulesets.kit.values import Json
from games.rulesets.turn_the_tide.bots.network import TurnTheTideNetwork
from games.rulesets.turn_the_tide.bots.seen import Seen, as_bits
from games.rulesets.turn_the_tide.bots.strong import Strong, strong
from games.rulesets.turn_the_tide.rules.cards import MAX_ROUNDS

PLAYOUTS = 800
"""Simulations per decision, 5 µs each on average, 20 for a first card; fewer if one card is soon best."""

log = logging.getLogger(__name__)


class Search(Protocol):
    """A function that returns the card with the best result in so many playouts.

    `strong` and `careful` are the weights of the two networks by which all seats play on.
    """

    def __call__(
        self,
        strong: Sequence[float],
        careful: Sequence[float],
        seen: Mapping[str, Any],
        playouts: int,
        seed: int,
    ) -> int: ...


@dataclass(slots=True)
class Expert:
    """A bot that searches, or plays as `strong` and logs that once if it has no search."""

    strong: Strong = strong
    search: Search | None = None
    playouts: int = PLAYOUTS
    _weights: tuple[list[float], list[float]] = field(init=False)
    _has_said: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        careful = TurnTheTideNetwork.load_shipped("careful")
        self._weights = self.strong.network.in_a_row(), careful.in_a_row()

    def __call__(self, table: Json, mine: Json, random: Random) -> Json:
        if self.search is None:
            if not self._has_said:
                self._has_said = True
                log.warning("expert plays as strong does: tideapi-playouts is not installed.")
            return self.strong(table, mine, random)
        seen = in_c(Seen.from_views(table, mine))
        card = self.search(*self._weights, seen, self.playouts, random.getrandbits(64))
        return {"type": "play", "card": card}


def in_c(seen: Seen) -> dict[str, Any]:
    """Return the fields of `TideSeen` in packages/playouts/c/playouts.h."""
    fields = {name: getattr(seen, name) for name in seen.__slots__}
    counts = [seen.tides_left.count(tide) for tide in range(MAX_ROUNDS + 1)]
    return {
        **fields,
        "seats": len(seen.levels),
        "hand": as_bits(seen.hand),
        "tides_left": counts,
    }


expert = Expert()
