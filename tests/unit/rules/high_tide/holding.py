"""A table at which the first player holds Baywatch tiles."""

from collections.abc import Mapping

from tests.unit.rules.high_tide.tables import Table, lay

SIDES = ("left", "right")


def holding(
    *tiles: str,
    seat: int = 0,
    falls: tuple[str | int, ...] = (),
    chairs: Mapping[str, Mapping[int, int]] | None = None,
    expansions: tuple[str, ...] = (),
    seats: int = 4,
) -> Table:
    return lay(
        seats,
        falls=falls,
        expansions=["baywatch", *expansions],
        tiles=dict.fromkeys(tiles, seat),
        chairs=chairs,
    )


def dice(table: Table) -> list[tuple[str, int]]:
    """The beaches and steps of the dice before the player."""
    return [(die["beach"], die["steps"]) for die in (table.shown()["dice"][s] for s in SIDES)]
