"""Surfer: each player has one beach where her chair wants to be in the water."""

from games.rules.chance import Chance
from games.rules.high_tide.components import BEACHES

Surfers = tuple[str | None, ...]
"""The beach of each seat's surfer tile; None for a tile that is hidden from the viewer."""


def deal_surfers(seats: int, chance: Chance) -> tuple[str, ...]:
    return chance.sample("surfer tiles", BEACHES, seats)


def surfer_on(surfers: Surfers | None, beach: str) -> int | None:
    """The seat that surfs on this beach, if anybody does."""
    return surfers.index(beach) if surfers and beach in surfers else None


def surfs(surfers: Surfers | None, seat: int, beach: str) -> bool:
    """Whether the seat's chair on this beach is meant for the water."""
    return surfers is not None and surfers[seat] == beach
