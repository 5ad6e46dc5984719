"""What the core has to know of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from verify.python.faults import Json
from verify.python.forms import Form


class Known(NamedTuple):
    """What is known here of a game beside its rules, which stand further down."""

    version: int
    seats: tuple[int, int]
    """The fewest and the most."""
    variant: Callable[[Json], str]
    """How it is played, in words, by its options."""
    options: Form
    bots: Sequence[str]
    """The bots that may sit at its tables."""
    setup: Mapping[str, Form]
    heading: Mapping[str, Form]
    order: Callable[[Json], Form]
    """The form of a standing order, by the options."""
    sitting_begins: Sequence[str]
    """Turns belong to one sitting, and share a deadline, while none of these events comes in between."""
