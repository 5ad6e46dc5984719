"""What can be chosen when a game is opened.

The figures are those printed in the box, as far as they are known: the pictures that show
them are missing from our copy of the rules, so whoever owns the box corrects them here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.rules.high_tide.components import COIN_SPACES, LARGE
from games.rules.high_tide.shape import Shape, SomeOf, Whole, Wholes, pointer
from games.rules.refusal import Unreadable

Json = dict[str, Any]

COINS, SHARK_ALERT, SURFER, BAYWATCH = "coins", "shark_alert", "surfer", "baywatch"
EXPANSIONS = (COINS, SHARK_ALERT, SURFER, BAYWATCH)

SHAPES: Mapping[str, Shape] = {
    "expansions": SomeOf(EXPANSIONS),
    # Coins lie on the first eight spaces; the longest beach outlasts every wave.
    "beach_length": Whole(COIN_SPACES, 40),
    # Above the rental one space must be free, or the first player could not roll.
    "rental_start": Whole(2, 7),
    "large_wave": Whole(1, 10),
    "small_wave": Whole(1, 10),
    # No two coins of a colour alike, or collectors could tie in every colour.
    "coin_values": Wholes(COIN_SPACES, Whole(1, 99), distinct=True),
    "shark_distances": Wholes(7, Whole(1, 10)),
}
DEFAULTS: Json = {
    "expansions": [],
    "beach_length": 20,
    "rental_start": 4,
    "large_wave": 3,
    "small_wave": 2,
    "coin_values": [1, 2, 3, 4, 5, 6, 7, 8],
    "shark_distances": [1, 1, 2, 2, 3, 3, 4],
}


@dataclass(frozen=True, slots=True)
class Options:
    """Options that have been read: lists in a fixed order, nothing missing."""

    expansions: tuple[str, ...]
    beach_length: int
    rental_start: int
    large_wave: int
    small_wave: int
    coin_values: tuple[int, ...]
    shark_distances: tuple[int, ...]

    def wave_length(self, size: str) -> int:
        return self.large_wave if size == LARGE else self.small_wave

    def to_json(self) -> Json:
        return {
            "expansions": list(self.expansions),
            "beach_length": self.beach_length,
            "rental_start": self.rental_start,
            "large_wave": self.large_wave,
            "small_wave": self.small_wave,
            "coin_values": list(self.coin_values),
            "shark_distances": list(self.shark_distances),
        }

    @classmethod
    def from_json(cls, raw: Json) -> "Options":
        return cls(
            expansions=tuple(raw["expansions"]),
            beach_length=raw["beach_length"],
            rental_start=raw["rental_start"],
            large_wave=raw["large_wave"],
            small_wave=raw["small_wave"],
            coin_values=tuple(raw["coin_values"]),
            shark_distances=tuple(raw["shark_distances"]),
        )


def read_options(raw: Json) -> Json:
    """All options, with the defaults filled in; raises `Unreadable` ("invalid_options")."""
    if not isinstance(raw, dict):
        raise Unreadable("invalid_options", "The options must be an object.", "")
    for name, value in raw.items():
        shape = SHAPES.get(name)
        if shape is None:
            detail = f"There is no option {name!r}, only {', '.join(SHAPES)}."
            raise Unreadable("invalid_options", detail, pointer(name))
        if not shape.fits(value):
            raise Unreadable("invalid_options", f"{name} must be {shape.wanted}.", pointer(name))
    options = {**DEFAULTS, **raw}
    chosen = options["expansions"]
    return {
        **options,
        "expansions": [expansion for expansion in EXPANSIONS if expansion in chosen],
        "coin_values": sorted(options["coin_values"]),
        "shark_distances": sorted(options["shark_distances"]),
    }
