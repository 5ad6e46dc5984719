"""The newest messages of one feed, read once for all its subscribers."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from contextvars import Context
from dataclasses import replace
from typing import Any

from django.db import DatabaseError

from games.feeds.streams.feeds import Message, Reading

log = logging.getLogger(__name__)

KEPT = 256
"""Messages in memory: a subscriber who is further behind reads the database for herself."""
AT_ONCE = 100
"""Messages of one reading."""

Read = Callable[[int, int], Coroutine[Any, Any, Reading]]
Turn = Callable[[], AbstractAsyncContextManager[None]]
"""What a subscriber waits for before the database is read for her alone."""


class Buffer:
    """The newest messages of a feed, and an event for those who wait for more.

    `newest` is the number up to which the feed is known. Nothing is queued for anybody: each subscriber has
    her own place in the feed and takes what follows it when she can.
    """

    def __init__(self, newest: int, read: Read) -> None:
        self.newest = newest
        self.subscribers = 0
        self.state = Reading([])
        self._read = read
        self._kept: deque[Message] = deque(maxlen=KEPT)
        self._stale = False
        self._reading: asyncio.Task[None] | None = None
        self._behind: dict[int, asyncio.Task[Reading]] = {}
        """Readings under way for those who are further behind than what is kept, by where they are."""
        self._more = asyncio.Event()

    async def after(self, number: int, turn: Turn = nullcontext) -> Reading:
        """What follows this number, as far as it is known; empty where nothing does."""
        if number >= self.newest:
            return self.state
        kept = self._kept
        if kept and kept[0].number <= number + 1:
            found: Sequence[Message] = [one for one in kept if one.number > number][:AT_ONCE]
            over = self.state.over and found[-1].number >= self.newest
            return replace(self.state, messages=found, over=over)
        async with turn():
            return await self._read_behind(number)

    async def _read_behind(self, number: int) -> Reading:
        """What follows, read once for all who are here at the same time."""
        reading = self._behind.get(number)
        if reading is None:
            work = self._read(number, AT_ONCE)
            reading = self._behind[number] = asyncio.create_task(work, context=Context())
            reading.add_done_callback(lambda _: self._behind.pop(number))
        return await asyncio.shield(reading)

    async def wait(self, seconds: float) -> bool:
        """Wait until something has changed; False when nothing has for so long."""
        try:
            async with asyncio.timeout(seconds):
                await self._more.wait()
        except TimeoutError:
            return False
        return True

    def refresh(self) -> None:
        """Read what may be new. Where a reading is under way, read once more after it."""
        self._stale = True
        if self._reading is None or self._reading.done():
            self._reading = asyncio.create_task(self._catch_up(), context=Context())

    async def _catch_up(self) -> None:
        while self._stale:
            self._stale = False
            try:
                found = await self._read(self.newest, AT_ONCE)
            except DatabaseError as error:
                # The next check asks for it again.
                log.warning("A feed is read later: %s", error)
                return
            state = replace(found, messages=[])
            changed = bool(found.messages) or found.over or state != self.state
            self.state = state
            if found.messages:
                self._kept.extend(found.messages)
                self.newest = found.messages[-1].number
                self._stale = self._stale or len(found.messages) == AT_ONCE
            if changed:
                self.release()

    def release(self) -> None:
        """Let those go on who wait now; whoever waits after this waits for the next change."""
        self._more.set()
        self._more = asyncio.Event()

    def close(self) -> None:
        """End a reading that is under way: nobody is subscribed any more."""
        if self._reading is not None:
            self._reading.cancel()
