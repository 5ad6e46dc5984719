"""Readings that several want: each is made once, when it is the turn of one of those who wait for it."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from contextvars import Context
from typing import Any, Generic, TypeVar

K = TypeVar("K")
T = TypeVar("T")

Turn = Callable[[], AbstractAsyncContextManager[None]]
"""What somebody waits for before the database is read because of her."""


class Readings(Generic[K, T]):
    """The readings that are wanted now, by what is read.

    A turn lasts as long as its reading, also when she whose turn it was has gone, so no more readings than
    turns are under way. Everything happens in the event loop.
    """

    def __init__(self) -> None:
        self._wanted: dict[K, _Wanted[T]] = {}

    async def get(self, key: K, turn: Turn, read: Callable[[], Awaitable[T]]) -> T:
        """What `read` gives; read by whoever of those who want it has her turn first.

        Raises what `read` raises, to all of them, and to each what her own `turn` raises.
        """
        wanted = self._wanted.get(key)
        if wanted is None:
            wanted = self._wanted[key] = _Wanted()
        mine = asyncio.create_task(self._in_turn(key, wanted, turn, read), context=Context())
        mine.add_done_callback(_is_seen)
        wanted.by += 1
        try:
            first: set[asyncio.Future[Any]] = {mine, wanted.found}
            await asyncio.wait(first, return_when=asyncio.FIRST_COMPLETED)
            if not wanted.found.done():
                # It was her turn while another's reading was under way, or she was refused a turn.
                mine.result()
            return await asyncio.shield(wanted.found)
        finally:
            wanted.by -= 1
            if wanted.reader is not mine:
                mine.cancel()
            if not wanted.by and wanted.reader is None:
                self._forget(key, wanted)

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
            except Exception as error:  # noqa: BLE001  It is raised where somebody waits for it.
                wanted.found.set_exception(error)
                wanted.found.exception()  # Perhaps nobody does any more.
            finally:
                # What is asked for from now on is read anew.
                self._forget(key, wanted)

    def _forget(self, key: K, wanted: "_Wanted[T]") -> None:
        if self._wanted.get(key) is wanted:
            del self._wanted[key]


def _is_seen(turn: "asyncio.Task[None]") -> None:
    """What a turn raised is of no interest to anybody who has been given a reading meanwhile."""
    if not turn.cancelled():
        turn.exception()


class _Wanted(Generic[T]):
    """A reading that some wait for: how many, who makes it, and what was found."""

    def __init__(self) -> None:
        self.by = 0
        self.reader: asyncio.Task[None] | None = None
        self.found: asyncio.Future[T] = asyncio.get_running_loop().create_future()
