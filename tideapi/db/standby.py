"""A read-only PostgreSQL that follows the primary, for the reads of a few calls.

Why so: docs/decisions/operations.md.
"""

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, TypeVar

from django.db import DEFAULT_DB_ALIAS, Error, connections

T = TypeVar("T")

ALIAS = "standby"
"""Its name among Django's databases, if the setting TIDE_STANDBY_URL is set."""
IN_USE: ContextVar[str] = ContextVar("in_use", default=DEFAULT_DB_ALIAS)
"""The database from which this thread reads now, by the ORM and by hand-written statements."""


class Router:
    """Django's router: reads may go to the standby, writes go to the primary."""

    def db_for_read(self, model: type[Any], **hints: Any) -> str:
        return IN_USE.get()

    def db_for_write(self, model: type[Any], **hints: Any) -> str:
        return DEFAULT_DB_ALIAS

    def allow_relation(self, one: Any, other: Any, **hints: Any) -> bool:
        return True


def has_standby() -> bool:
    """Return whether there is a standby."""
    return ALIAS in connections


def ask_standby(question: Callable[[], T]) -> T:
    """Return the result of the question, read from the standby. Raises `django.db.Error`.

    After an error the connection is closed: the next one goes to the standby of that time.
    """
    before = IN_USE.set(ALIAS)
    try:
        return question()
    except Error:
        connections[ALIAS].close()
        raise
    finally:
        IN_USE.reset(before)
