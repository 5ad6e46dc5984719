"""Outages: a server that does not answer is let alone for a while, an absent database is no fault of a call.

`CircuitBreaker` has such a server asked by one caller now and then, and not by every one in turn.

Why so: docs/decisions/celery.md.
"""

import logging
from collections.abc import Callable
from time import monotonic
from typing import TypeVar

import psycopg
from django.db import InterfaceError, OperationalError

log = logging.getLogger(__name__)
T = TypeVar("T")

PAUSE = 5.0
"""Seconds after a failure in which nobody asks."""
AWAY = ("08", "53", "57P", "58", "25006", "25P03")
"""How the codes begin (PostgreSQL's documentation, appendix A): no connection, no disk or memory or free
connection, starting or stopping, failures of the system beneath, read-only after a failover, ended because
this process stood still in a transaction."""
WITHOUT_A_CODE = (
    *(OperationalError, InterfaceError),
    *(psycopg.OperationalError, psycopg.InterfaceError, psycopg.InternalError),
)
"""What is raised where no answer came. The last: a server died while it committed."""


class CircuitBreaker:
    """Have it `ask`; or ask `allows` before each call of the server, and say how it went.

    `failures` are the errors of a server that does not answer. A breaker is shared by threads without a
    lock: should two of them slip through at once, both wait.
    """

    def __init__(self, what: str, failures: type[Exception]) -> None:
        self._what = what
        self._failures = failures
        self._until: float | None = None

    def call_server(self, question: Callable[[], T]) -> T | None:
        """Return the server's answer; None where it is let alone for now, or does not answer."""
        if self._until is not None and not self.is_allowed():
            return None
        try:
            answer = question()
        except self._failures as error:
            self.note_failure(error)
            return None
        if self._until is not None:
            self.note_answer()
        return answer

    def is_allowed(self) -> bool:
        """Return whether the server may be asked. After a pause one caller tries."""
        if self._until is None:
            return True
        if monotonic() < self._until:
            return False
        self._until = monotonic() + PAUSE
        return True

    def note_failure(self, error: Exception) -> None:
        if self._until is None:
            log.warning("%s does not answer, and is let alone for a while: %s", self._what, error)
        self._until = monotonic() + PAUSE

    def note_answer(self) -> None:
        if self._until is not None:
            log.info("%s answers again", self._what)
            self._until = None


def is_away(error: BaseException) -> bool:
    """Return whether the same call may well succeed in a while."""
    if not isinstance(error, OperationalError | InterfaceError | psycopg.Error):
        return isinstance(error.__cause__, psycopg.Error) and is_away(error.__cause__)
    known = error if isinstance(error, psycopg.Error) else error.__cause__
    code = known.sqlstate if isinstance(known, psycopg.Error) else None
    if code is None:
        # No answer came, so there is no code: it cannot be reached, or has gone in the middle of a word.
        return isinstance(error, WITHOUT_A_CODE)
    return code.startswith(AWAY)
