"""The buffers of one process, one for each feed that has subscribers, and what keeps them up to date."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, nullcontext
from functools import partial
from typing import TypeVar

from django.db import Error, close_old_connections

from games.feeds.feed import feeds_with_more
from games.feeds.streams import feeds
from games.feeds.streams.buffer import Buffer
from games.feeds.streams.feeds import Feed, GameLog, PlayersFeed, Reading
from games.feeds.streams.readings import Readings, Turn

T = TypeVar("T")

READERS = 4
"""Threads that read the database for all subscribers."""

log = logging.getLogger(__name__)


class Buffers:
    """Everything but the reading itself happens in the event loop."""

    def __init__(self) -> None:
        self._open: dict[Feed, Buffer] = {}
        self._opening: Readings[Feed, int] = Readings()
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="feeds")

    @asynccontextmanager
    async def subscribe(self, feed: Feed, turn: Turn = nullcontext) -> AsyncIterator[Buffer]:
        """Subscribe to the buffer of a feed, which is opened when it is the subscriber's turn."""
        buffer = await self._open_buffer(feed, turn)
        # The one that opens it is subscribed at once, so that none stays open without subscribers.
        buffer.subscribers += 1
        try:
            yield buffer
        finally:
            buffer.subscribers -= 1
            if not buffer.subscribers and self._open.get(feed) is buffer:
                del self._open[feed]
                buffer.close()

    def newest_numbers(self) -> dict[Feed, int]:
        """The feeds that have a buffer, each with the number up to which it is known."""
        return {feed: buffer.newest for feed, buffer in self._open.items()}

    def refresh_feeds(self, feeds: Iterable[Feed]) -> None:
        """Read what is new in those of these feeds that have subscribers."""
        for feed in feeds:
            if feed in self._open:
                self._open[feed].refresh()

    def refresh_all(self) -> None:
        self.refresh_feeds(list(self._open))

    def release_all(self) -> None:
        """Let everybody go on who waits."""
        for buffer in self._open.values():
            buffer.wake_waiters()

    async def run_in_thread(self, work: Callable[[], T]) -> T:
        """Return the result of this work, done in a thread that may wait for the database."""

        def done() -> T:
            close_old_connections()
            return work()

        return await asyncio.get_running_loop().run_in_executor(self._readers, done)

    async def _open_buffer(self, feed: Feed, turn: Turn) -> Buffer:
        """The buffer of a feed; opened once, however many ask for it at the same time."""
        if feed not in self._open:
            newest = await self._opening.get(
                feed, turn, partial(self.run_in_thread, feed.newest_number)
            )
            if feed not in self._open:
                buffer = self._open[feed] = Buffer(newest, partial(self._read, feed))
                # Of what came after `newest` was read, and before the buffer stood here, nobody was notified.
                buffer.refresh()
        return self._open[feed]

    async def _read(self, feed: Feed, after: int, most: int) -> Reading:
        return await self.run_in_thread(partial(feed.read, after, most))


class Updates:
    """Keeps the buffers of one process up to date."""

    def __init__(self, buffers: Buffers) -> None:
        self._buffers = buffers
        self._payloads: set[str] = set()
        self._some = asyncio.Event()

    def add_notification(self, payload: str | None) -> None:
        """Remember a notification for `follow`; None where some may have been missed."""
        if payload is None:
            self._buffers.refresh_all()
            return
        self._payloads.add(payload)
        self._some.set()

    async def follow_forever(self) -> None:
        """Refresh, for ever, the feeds of the games and players that were named, many at a time."""
        while True:
            await self._some.wait()
            self._some.clear()
            payloads, self._payloads = self._payloads, set()
            games = [one for one in payloads if not one.startswith("@")]
            players = [int(one[1:]) for one in payloads if one.startswith("@")]
            self._buffers.refresh_feeds(GameLog(game) for game in games)
            self._buffers.refresh_feeds(PlayersFeed(player) for player in players)
            try:
                await self._refresh_players_of(games)
            except Error as error:
                log.warning("Players get what is new in %s games later: %s", len(games), error)

    async def _refresh_players_of(self, games: list[str]) -> None:
        players = [
            one.player for one in self._buffers.newest_numbers() if isinstance(one, PlayersFeed)
        ]
        if games and players:
            seated = partial(feeds.players_of, games, players)
            found = await self._buffers.run_in_thread(seated)
            self._buffers.refresh_feeds(PlayersFeed(player) for player in found)

    async def check(self) -> None:
        """Refresh the feeds that have more than is known: notifications may have been missed."""
        known = self._buffers.newest_numbers()
        logs = {one.game: newest for one, newest in known.items() if isinstance(one, GameLog)}
        own = {one.player: newest for one, newest in known.items() if isinstance(one, PlayersFeed)}
        if logs:
            games = await self._buffers.run_in_thread(partial(feeds.logs_with_more, logs))
            self._buffers.refresh_feeds(GameLog(game) for game in games)
        if own:
            players = await self._buffers.run_in_thread(partial(feeds_with_more, own))
            self._buffers.refresh_feeds(PlayersFeed(player) for player in players)
