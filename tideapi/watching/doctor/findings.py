"""A finding, and the type of a check."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault: `id` stays the same, `said` is one sentence about it, `what_to_do` is the way out."""

    id: str
    message: str
    what_to_do: str
    level: Literal["error", "warning"] = "error"
    """A warning is about a choice, or about something that may become an error."""


Look = Callable[[], Iterable[Finding]]
"""A check: yields findings, none if all is well. It may raise errors of the database.

Any other exception becomes a finding of its own.
"""


def length_in_words(length: float) -> str:
    """Return a length of time in words."""
    if length < 120:  # noqa: PLR2004
        return "1 second" if round(length) == 1 else f"{length:.0f} seconds"
    return f"{length / 60:.0f} minutes"
