"""The points of a stage."""

from collections.abc import Sequence

ELIMINATED = -1
"""The points of a stage for a seat that was eliminated in it."""


def lowest_tide_bonus(levels: Sequence[int], eliminated: Sequence[bool]) -> tuple[int, ...]:
    """Return by seat one point for the lowest tide level in the stage, ties included."""
    lowest = min([level for level, out in zip(levels, eliminated, strict=True) if not out])
    return tuple(
        [int(level == lowest and not out) for level, out in zip(levels, eliminated, strict=True)]
    )


def stage_scores(
    preservers: Sequence[int], eliminated: Sequence[bool], bonuses: Sequence[int]
) -> tuple[int, ...]:
    """Return by seat one point for each preserver left and the bonus, or `ELIMINATED`."""
    return tuple(
        [
            ELIMINATED if out else left + extra
            for left, out, extra in zip(preservers, eliminated, bonuses, strict=True)
        ]
    )
