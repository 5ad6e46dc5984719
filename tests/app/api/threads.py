"""Things done at the same time, each in a thread with a database connection of its own."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

from django.db import connection

T = TypeVar("T")


class Threads:
    """Starts deeds; what one of them raises is raised where its result is asked for."""

    def __init__(self, pool: ThreadPoolExecutor) -> None:
        self._pool = pool

    def start(self, deed: Callable[..., T], *args: Any, **words: Any) -> Future[T]:
        def run() -> T:
            try:
                return deed(*args, **words)
            finally:
                connection.close()

        return self._pool.submit(run)


@contextmanager
def threads() -> Iterator[Threads]:
    """All that was started has ended when this is left."""
    with ThreadPoolExecutor(max_workers=16) as pool:
        yield Threads(pool)
