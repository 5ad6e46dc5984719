"""The newest messages of one feed, read once for all its subscribers."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from contextlib import nullcontext
from contextvars import Context
from dataclasses import replace
from functools import partial
from typing import Any

from django.db import Error

from games.feeds.streams.feeds import Reading, StreamMessage
from games.feeds.streams.readings import Readings, Turn

log = logging.getLogger(__name__)

KEPT = 256
"""Messages in memory: a subscriber further behind reads the database."""
AT_ONCE = 100
"""Messages of one reading."""

Read = Callable[[int, int], Coroutine[Any, Any, Reading]]


class Buffer:
    """The newest messages of a feed, and an event for those who wait for more.

    `newest` is the number up to which the feed is known. Subscribers have no queues: each has
    its own place in the feed and takes what follows when it can.
    """

    def __init__(self, newest: int, read: Read) -> None:
        self.newest = newest
        self.subscribers = 0
        self.state = Reading([])
        self._read = read
        self._kept: deque[StreamMessage] = deque(maxlen=KEPT)
        self._stale = False
        self._reading: asyncio.Task[None] | None = None
        self._behind: Readings[int, Reading] = Readings()
        """For those who are further behind than what is kept, by where they are."""
        self._more = asyncio.Event()

    async def read_after(self, number: int, turn: Turn = nullcontext) -> Reading:
        """Return what follows this number, as far as it is known; empty where nothing does."""
        if number >= self.newest:
            return self.state
        kept = self._kept
        if kept and kept[0].number <= number + 1:
            found: Sequence[StreamMessage] = [one for one in kept if one.number > number][:AT_ONCE]
            over = self.state.over and found[-1].number >= self.newest
            return replace(self.state, messages=found, over=over)
        return await self.read_after_now(number, turn)

    async def read_after_now(self, number: int, turn: Turn = nullcontext) -> Reading:
        """The same, by what the database says now: who may see a game can change without an event."""
        return await self._behind.get(number, turn, partial(self._read, number, AT_ONCE))

    async def wait_for_change(self, seconds: float) -> bool:
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
            except Error as error:
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
                self.wake_waiters()

    def wake_waiters(self) -> None:
        """Wake all who wait now; who waits after this waits for the next change."""
        self._more.set()
        self._more = asyncio.Event()

    def close(self) -> None:
        """Cancel the reading that is under way, because the last subscriber has gone."""
        if self._reading is not None:
            self._reading.cancel()
