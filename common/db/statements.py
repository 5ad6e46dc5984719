"""Hand-written SQL, for the few calls that must be fast; all other rows go through the ORM.

A statement is prepared once on each connection: PostgreSQL parses and plans it once, and not with each call.
Most are in files of SQL (`common.db.sql_files`), each with its expected plan.
"""

from dataclasses import dataclass, field
from typing import Any

import psycopg
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.utils import CursorWrapper


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement with its `%(name)s` parameters, each of them with a cast where its type is not plain.

    `scans` are the tables that it may read from end to end because they are small; all others it must find by
    an index (tests/app/repository/test_plans.py asks PostgreSQL).
    """

    text: str
    scans: frozenset[str] = frozenset()
    comment: str = field(default="", compare=False)
    """The comment above it: the indexes of its plan."""

    def fetch_rows(self, **values: Any) -> list[tuple[Any, ...]]:
        """Run the statement; return its rows, if it has any. JSON comes as text."""
        with open_prepared_cursor() as cursor:
            cursor.execute(self.text, values)
            found: list[tuple[Any, ...]] = cursor.fetchall() if cursor.description else []
            return found

    def fetch_row(self, **values: Any) -> tuple[Any, ...] | None:
        """Run the statement; return its first row, None if it has none."""
        found = self.fetch_rows(**values)
        return found[0] if found else None


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
