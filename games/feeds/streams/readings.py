"""Readings that several want: each is made once, when it is the turn of one of those who wait for it."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from contextvars import Context
from typing import Any, Generic, TypeVar

K = TypeVar("K")
T = TypeVar("T")

Turn = Callable[[], AbstractAsyncContextManager[None]]
"""What a caller waits for before the database is read for that caller."""


class Readings(Generic[K, T]):
    """The readings that are wanted now, by what is read.

    A turn lasts as long as its reading, also when the caller with the turn has gone, so at most as many
    readings as turns are under way. Everything happens in the event loop.
    """

    def __init__(self) -> None:
        self._wanted: dict[K, _Wanted[T]] = {}

    async def get(self, key: K, turn: Turn, read: Callable[[], Awaitable[T]]) -> T:
        """Return the result of `read`, which the first caller with a turn reads for all who want it.

        Raises what `read` raises, to all of them, and to each caller what its own `turn` raises.
        """
        wanted = self._wanted.get(key)
        if wanted is None:
            wanted = self._wanted[key] = _Wanted()
        mine = asyncio.create_task(self._in_turn(key, wanted, turn, read), context=Context())
        mine.add_done_callback(_mark_seen)
        wanted.by += 1
        try:
            first: set[asyncio.Future[Any]] = {mine, wanted.found}
            await asyncio.wait(first, return_when=asyncio.FIRST_COMPLETED)
            if not wanted.found.done():
                # The turn came while another's reading was under way, or was refused.
                mine.result()
            return await asyncio.shield(wanted.found)
        finally:
            wanted.by -= 1
            if wanted.reader is not mine:
                mine.cancel()
            if not wanted.by and wanted.reader is None:
                self._forget_reading(key, wanted)

    async def _in_turn(
        self, key: K, wanted: "_Wanted[T]", turn: Turn, read: Callable[[], Awaitable[T]]
    ) -> None:
        async with turn():
            if wanted.reader is not None:
                return
            wanted.reader = asyncio.current_task()
            try:
                wanted.found.set_result(await read())
            except asyncio.CancelledError:
                wanted.found.cancel()
                raise
            except Exception as error:  # noqa: BLE001  It is raised where callers wait for it.
                wanted.found.set_exception(error)
                wanted.found.exception()  # Perhaps no caller is left.
            finally:
                # Later calls read again.
                self._forget_reading(key, wanted)

    def _forget_reading(self, key: K, wanted: "_Wanted[T]") -> None:
        if self._wanted.get(key) is wanted:
            del self._wanted[key]


def _mark_seen(turn: "asyncio.Task[None]") -> None:
    """Retrieve a turn's error, which does not matter to callers that have their reading already."""
    if not turn.cancelled():
        turn.exception()


class _Wanted(Generic[T]):
    """A reading that some wait for: how many, who makes it, and what was found."""

    def __init__(self) -> None:
        self.by = 0
        self.reader: asyncio.Task[None] | None = None
        self.found: asyncio.Future[T] = asyncio.get_running_loop().create_future()
