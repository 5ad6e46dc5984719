"""Hand-written SQL, for the few calls that must be fast; all other rows go through the ORM.

A statement is a string beside its function, with `%(name)s` parameters, each of them with a cast where its
type is not plain. It is prepared once on each connection: PostgreSQL parses and plans it once, and not with
each call. Its comment names the indexes of its plan (tests/app/repository/test_plans.py asks PostgreSQL).
"""

from dataclasses import dataclass, field
from typing import Any

import psycopg
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.utils import CursorWrapper


def fetch_rows(statement: str, **values: Any) -> list[tuple[Any, ...]]:
    """Run a statement; return its rows, if it has any. JSON comes as text."""
    with open_prepared_cursor() as cursor:
        cursor.execute(statement, values)
        found: list[tuple[Any, ...]] = cursor.fetchall() if cursor.description else []
        return found


def fetch_row(statement: str, **values: Any) -> tuple[Any, ...] | None:
    """Run a statement; return its first row, None if it has none."""
    found = fetch_rows(statement, **values)
    return found[0] if found else None


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement of a file of SQL.

    `scans` are the tables that it may read from end to end because they are small; all others it must find by
    an index.
    """

    text: str
    scans: frozenset[str] = frozenset()
    comment: str = field(default="", compare=False)
    """The comment above it: the indexes of its plan."""

    def fetch_rows(self, **values: Any) -> list[tuple[Any, ...]]:
        """Run the statement; return its rows, if it has any. JSON comes as text."""
        return fetch_rows(self.text, **values)

    def fetch_row(self, **values: Any) -> tuple[Any, ...] | None:
        """Run the statement; return its first row, None if it has none."""
        return fetch_row(self.text, **values)


def open_prepared_cursor() -> CursorWrapper:
    """Return a cursor of Django's connection that prepares statements; PostgreSQL inserts the values.

    Queries of the ORM have their values in their text: their plans need these, to see that a partial index
    such as `WHERE status = 'finished'` serves them.
    """
    django: Any = connections[DEFAULT_DB_ALIAS]
    with django.wrap_database_errors:
        django.close_if_health_check_failed()
        django.ensure_connection()
        cursor = psycopg.Cursor(django.connection)
    make = django.make_debug_cursor if django.queries_logged else django.make_cursor
    made: CursorWrapper = make(cursor)
    return made
