"""What may be read of a standby that is at most TIDE_STANDBY_BOUND behind; the primary reads all else.

Why so: docs/why.md#standby-reads.
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
from tideapi.rest.breaker import Breaker

T = TypeVar("T")


class Behind(OperationalError):
    """The standby has not heard of the primary for too long, or is no standby any more."""


_BREAKER = Breaker("The standby", Error)


def first(read: Callable[[], T], *, at: datetime | None = None, over: str | None = None) -> T:
    """What `read` reads, of the standby if that will do, or else of the primary. It gives anything but None.

    `at` is the primary's time, which is asked for where it is not at hand. With `over`, the id of a game that
    is over, the standby has to know that it is.
    """
    if not standby.exists():
        return read()
    since = (at or now()) - settings.TIDE_STANDBY_BOUND
    question = partial(_if_it_knows, read, since, over)
    answer = _BREAKER.ask(partial(standby.ask, question))
    return read() if answer is None else answer


def is_read() -> bool:
    """Whether the standby answers, and is one that is new enough; there has to be one."""
    question = partial(_if_it_knows, lambda: True, now() - settings.TIDE_STANDBY_BOUND, None)
    try:
        return standby.ask(question) is True
    except Error:
        return False


def _if_it_knows(read: Callable[[], T], since: datetime, game: str | None) -> T | None:
    """What the standby reads; None if it does not know yet that the game is over. Raises `Behind`."""
    found = sql.KNOWS.row(since=since, game=game)
    new_enough, knows = found or (False, False)
    if not new_enough:
        raise Behind("It is too far behind, or is no standby.")
    return read() if knows else None
