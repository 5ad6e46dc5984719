"""The options of a game."""

from dataclasses import dataclass

from games.rulesets.high_tide.rules.components import LARGE
from games.rulesets.kit.values import Json, write_value

COINS, SHARK_ALERT, SURFER, BAYWATCH = "coins", "shark_alert", "surfer", "baywatch"
EXPANSIONS = (COINS, SHARK_ALERT, SURFER, BAYWATCH)

OPEN, HIDDEN = "open", "hidden"
"""Surfer tiles face up, or each known to its player alone until the game is scored."""


@dataclass(frozen=True, slots=True)
class Options:
    """Options as read: lists in a fixed order, nothing missing."""

    expansions: tuple[str, ...]
    beach_length: int
    rental_start: int
    large_wave: int
    small_wave: int
    coin_values: tuple[int, ...]
    shark_distances: tuple[int, ...]
    surfers: str = OPEN

    def to_json(self) -> Json:
        """Return the options as `read_options` gives them."""
        raw = {name: write_value(getattr(self, name), sparse=False) for name in self.__slots__}
        if self.surfers == OPEN:
            del raw["surfers"]
        return raw

    def wave_length(self, size: str) -> int:
        return self.large_wave if size == LARGE else self.small_wave
