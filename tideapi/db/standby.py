"""A PostgreSQL that follows the primary and is only read, and the way there for a few calls.

Why so: docs/why.md#standby-reads.
"""

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, TypeVar

from django.db import DEFAULT_DB_ALIAS, Error, connections

T = TypeVar("T")

ALIAS = "standby"
"""Its name among Django's databases, where the setting TIDE_STANDBY_URL names one."""
IN_USE: ContextVar[str] = ContextVar("in_use", default=DEFAULT_DB_ALIAS)
"""The database of which this thread reads just now, by the ORM and by statements written by hand."""


class Router:
    """Django's question which database it is; both have the same rows, and one of them is written."""

    def db_for_read(self, model: type[Any], **hints: Any) -> str:
        return IN_USE.get()

    def db_for_write(self, model: type[Any], **hints: Any) -> str:
        return DEFAULT_DB_ALIAS

    def allow_relation(self, one: Any, other: Any, **hints: Any) -> bool:
        return True


def exists() -> bool:
    """Whether there is one at all."""
    return ALIAS in connections


def ask(question: Callable[[], T]) -> T:
    """Ask the question with all of its reading done by the standby. Raises `django.db.Error`.

    After an error the connection is given up: the next one is made to whoever is the standby by then.
    """
    before = IN_USE.set(ALIAS)
    try:
        return question()
    except Error:
        connections[ALIAS].close()
        raise
    finally:
        IN_USE.reset(before)
