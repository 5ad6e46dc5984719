"""One thing that is wrong, and the form of what looks for it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Finding:
    """`id` stays the same; `said` is what is wrong now, in one sentence, `what_to_do` the way out."""

    id: str
    said: str
    what_to_do: str
    level: Literal["error", "warning"] = "error"
    """A warning leaves nothing undone: it is about a choice, or about what may become an error."""


Look = Callable[[], Iterable[Finding]]
"""Yields what is wrong; nothing where all is well. It may raise what the database or the broker raises.

Whatever else it raises becomes a finding of its own.
"""


def seconds(length: float) -> str:
    """A length of time as one reads it."""
    if length < 120:  # noqa: PLR2004
        return f"{length:.0f} seconds"
    return f"{length / 60:.0f} minutes"
