"""SQL written by hand, for the few calls that everybody waits for; all other rows go through the ORM.

A statement is prepared once on each connection: PostgreSQL parses and plans it once, and not with each
call. All of them lie in `games.sql` and `players.sql`, each with the plan that it expects.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import psycopg
from django.db import InterfaceError, OperationalError, connection


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement with its `%(name)s` parameters.

    `scans` are the tables that it may read from end to end because they are small; all others it must
    find by an index (tests/games/test_plans.py asks PostgreSQL).
    """

    text: str
    scans: frozenset[str] = frozenset()

    def rows(self, **values: Any) -> list[tuple[Any, ...]]:
        """Run it, and give all of its rows."""
        return run(self.text, values)

    def row(self, **values: Any) -> tuple[Any, ...] | None:
        """Run it, and give its first row, None if it has none."""
        found = run(self.text, values)
        return found[0] if found else None


def run(text: str, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """Run a statement; its values PostgreSQL itself puts into their places.

    The first one of a request shows whether the connection is still good, which Django would ask with a
    statement of its own: if it is not, it is asked again over a new one. In a transaction, where that
    could do something twice, the connection is known to be good.
    """
    django: Any = connection
    if django.health_check_done or not django.health_check_enabled or django.in_atomic_block:
        return _run(text, values)
    try:
        found = _run(text, values)
    except (InterfaceError, OperationalError):
        if connection.connection is not None and not connection.connection.closed:
            raise
        connection.close()
        return _run(text, values)
    django.health_check_done = True
    return found


def _run(text: str, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    connection.ensure_connection()
    # Django's own cursor puts the values into the text, so that each call would be a new statement.
    raw: psycopg.Cursor[Any] = psycopg.Cursor(connection.connection)
    with connection._prepare_cursor(raw) as cursor:  # type: ignore[attr-defined]  # noqa: SLF001
        cursor.execute(text, values)
        # Whether there is an answer: its description would be made anew for each that looks.
        return raw.fetchall() if raw.pgresult and raw.pgresult.nfields else []
