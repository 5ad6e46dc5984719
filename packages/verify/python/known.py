"""What the core has to know of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from games.rulesets.steps import Followed, Step
from packages.verify.python.faults import Json
from packages.verify.python.forms import Form


class Known(NamedTuple):
    """What is known here of a game beside its rules."""

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


class Rules(NamedTuple):
    """The rules of a game, as the functions of `games/rulesets/` that replay it."""

    set_up: Callable[[Json, Any], Any]
    """Return the state before the first turn, of a record and with its draws."""
    setup: Callable[[Any], Json]
    """Return what the record tells of the set-up."""
    open_first_turn: Callable[[Any, Any], Step[Any]]
    seats_asked: Callable[[Any], Sequence[int]]
    legal_actions: Callable[[Any, int], Sequence[Any]]
    close_turn: Callable[[Any, Mapping[int, Any], Any], Step[Any]]
    heading: Callable[[Any], Json]
    """Return what a turn tells of the question, in the order in which it is compared."""
    write_action: Callable[[Any], Json]
    choose_fallback: Callable[[Any, int], Any]
    read_order: Callable[[Json], Any]
    follow_order: Callable[[Any, int, Any], Followed[Any]]
    events: Sequence[str]
    """The types of all events that the rules tell of."""
