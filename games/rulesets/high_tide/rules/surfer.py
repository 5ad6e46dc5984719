"""Surfer: each player has one beach where their chair should end in the water."""

from games.rulesets.chance import Chance
from games.rulesets.high_tide.rules.components import BEACHES

Surfers = tuple[str | None, ...]
"""The beach of each seat's surfer tile; None for a tile that is hidden from the viewer."""


def deal_surfers(seats: int, chance: Chance) -> tuple[str, ...]:
    return chance.sample("surfer tiles", BEACHES, seats)


def surfer_on(surfers: Surfers | None, beach: str) -> int | None:
    """Return the seat that surfs on this beach, or None."""
    return surfers.index(beach) if surfers and beach in surfers else None


def is_surfing(surfers: Surfers | None, seat: int, beach: str) -> bool:
    """Return whether the seat's chair on this beach should end in the water."""
    return surfers is not None and surfers[seat] == beach
