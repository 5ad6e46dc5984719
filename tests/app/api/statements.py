"""The SQL statements of a call."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

NOT_COUNTED = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE SAVEPOINT", "ROLLBACK")


@contextmanager
def statements() -> Iterator[list[str]]:
    """Collect the statements that are asked in here, but not those that begin and end transactions."""
    asked: list[str] = []

    def note(execute: Any, sql: str, *rest: Any) -> Any:
        if not sql.startswith(NOT_COUNTED):
            asked.append(" ".join(sql.split()))
        return execute(sql, *rest)

    with connection.execute_wrapper(note):
        yield asked
