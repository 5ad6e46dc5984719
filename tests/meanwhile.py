"""What somebody else does at the worst moment: before or after a statement of this connection."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection


def nothing() -> None:
    """Nothing is done."""


@contextmanager
def meanwhile(
    *words: str, before: Callable[[], object] = nothing, after: Callable[[], object] = nothing
) -> Iterator[None]:
    """Do something once, before or after the first statement with all of these words."""
    found: list[str] = []

    def look(execute: Any, sql: str, *rest: Any) -> Any:
        if found or not all(word in sql for word in words):
            return execute(sql, *rest)
        found.append(sql)
        before()
        answer = execute(sql, *rest)
        after()
        return answer

    with connection.execute_wrapper(look):
        yield
    assert found
