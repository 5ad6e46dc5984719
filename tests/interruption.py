"""What another player does at the worst moment: before or after a statement of this connection."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection


@contextmanager
def interrupt_statement(
    *words: str,
    before: Callable[[], object] = lambda: None,
    after: Callable[[], object] = lambda: None,
) -> Iterator[None]:
    """Do something once, before or after the first statement with all of these words."""
    found: list[str] = []

    def execute_interrupted(execute: Any, sql: str, *rest: Any) -> Any:
        if found or not all(word in sql for word in words):
            return execute(sql, *rest)
        found.append(sql)
        before()
        answer = execute(sql, *rest)
        after()
        return answer

    with connection.execute_wrapper(execute_interrupted):
        yield
    assert found
