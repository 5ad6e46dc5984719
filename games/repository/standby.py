"""Reads from a standby that is at most TIDE_MAX_STANDBY_LAG behind; all other reads use the primary.

Why so: docs/decisions/operations.md.
"""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import TypeVar

from django.conf import settings
from django.db import Error, OperationalError

from games.clock.now import now
from games.repository.queries import record as sql
from tideapi.db import standby
from tideapi.rest.outages import Breaker

T = TypeVar("T")


class Behind(OperationalError):
    """The error of a standby that is too far behind its primary, or is no longer a standby."""


_BREAKER = Breaker("The standby", Error)


def read_first(read: Callable[[], T], *, at: datetime | None = None, over: str | None = None) -> T:
    """Return the result of `read`, which is never None, from the standby if possible, else the primary.

    `at` is the primary's time; without it the primary is asked. With `over`, the id of a game that is over,
    the standby has to know that it is.
    """
    if not standby.has_standby():
        return read()
    since = (at or now()) - settings.TIDE_MAX_STANDBY_LAG
    question = partial(_if_it_knows, read, since, over)
    answer = _BREAKER.call_server(partial(standby.ask_standby, question))
    return read() if answer is None else answer


def is_read() -> bool:
    """Return whether the standby, which must be configured, answers and is new enough."""
    question = partial(_if_it_knows, lambda: True, now() - settings.TIDE_MAX_STANDBY_LAG, None)
    try:
        return standby.ask_standby(question) is True
    except Error:
        return False


def _if_it_knows(read: Callable[[], T], since: datetime, game: str | None) -> T | None:
    """Return the standby's result; None if it lacks the game's end. Raises `Behind`."""
    found = sql.KNOWS.fetch_row(since=since, game=game)
    new_enough, knows = found or (False, False)
    if not new_enough:
        raise Behind("It is too far behind, or is no standby.")
    return read() if knows else None
