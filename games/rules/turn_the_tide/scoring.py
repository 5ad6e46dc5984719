"""The points of a stage."""

from collections.abc import Sequence

ELIMINATED = -1
"""What a stage is worth to who was eliminated in it."""


def bonus(levels: Sequence[int], eliminated: Sequence[bool]) -> tuple[int, ...]:
    """By seat one point for the lowest tide level among those still in the stage, shared by ties."""
    lowest = min([level for level, out in zip(levels, eliminated, strict=True) if not out])
    return tuple(
        [int(level == lowest and not out) for level, out in zip(levels, eliminated, strict=True)]
    )


def stage_scores(
    preservers: Sequence[int], eliminated: Sequence[bool], bonuses: Sequence[int]
) -> tuple[int, ...]:
    """By seat one point for each preserver left and the bonus, or `ELIMINATED`."""
    return tuple(
        [
            ELIMINATED if out else left + extra
            for left, out, extra in zip(preservers, eliminated, bonuses, strict=True)
        ]
    )
