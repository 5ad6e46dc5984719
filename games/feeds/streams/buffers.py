"""The buffers of one process: one for each feed that somebody is subscribed to, as long as somebody is."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, nullcontext
from functools import partial
from typing import TypeVar

from django.db import close_old_connections

from games.feeds.streams.buffer import Buffer
from games.feeds.streams.feeds import Feed, Reading
from games.feeds.streams.readings import Readings, Turn

T = TypeVar("T")

READERS = 4
"""Threads that read the database for all subscribers."""


class Buffers:
    """Everything but the reading itself happens in the event loop."""

    def __init__(self) -> None:
        self._open: dict[Feed, Buffer] = {}
        self._opening: Readings[Feed, int] = Readings()
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="feeds")

    @asynccontextmanager
    async def subscribed(self, feed: Feed, turn: Turn = nullcontext) -> AsyncIterator[Buffer]:
        """The buffer of a feed, kept up to date as long as somebody has it; opened when it is her turn."""
        buffer = await self._buffer(feed, turn)
        # Whoever opens it has it at once, so that none stays open which nobody has.
        buffer.subscribers += 1
        try:
            yield buffer
        finally:
            buffer.subscribers -= 1
            if not buffer.subscribers and self._open.get(feed) is buffer:
                del self._open[feed]
                buffer.close()

    def newest(self) -> dict[Feed, int]:
        """The feeds that have a buffer, each with the number up to which it is known."""
        return {feed: buffer.newest for feed, buffer in self._open.items()}

    def refresh(self, feeds: Iterable[Feed]) -> None:
        """Read what is new in these feeds, where somebody is subscribed."""
        for feed in feeds:
            if feed in self._open:
                self._open[feed].refresh()

    def refresh_all(self) -> None:
        self.refresh(list(self._open))

    def release_all(self) -> None:
        """Let everybody go on who waits."""
        for buffer in self._open.values():
            buffer.release()

    async def in_thread(self, work: Callable[[], T]) -> T:
        """What this gives in one of the threads that may wait for the database."""

        def done() -> T:
            close_old_connections()
            return work()

        return await asyncio.get_running_loop().run_in_executor(self._readers, done)

    async def _buffer(self, feed: Feed, turn: Turn) -> Buffer:
        """The buffer of a feed; opened once, however many ask for it at the same time."""
        if feed not in self._open:
            newest = await self._opening.get(feed, turn, partial(self.in_thread, feed.newest))
            if feed not in self._open:
                buffer = self._open[feed] = Buffer(newest, partial(self._read, feed))
                # Of what came after `newest` was read, and before the buffer stood here, nobody was notified.
                buffer.refresh()
        return self._open[feed]

    async def _read(self, feed: Feed, after: int, most: int) -> Reading:
        return await self.in_thread(partial(feed.read, after, most))
