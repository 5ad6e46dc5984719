"""Who hears what in this process: places to hear, bells, and looking round for what no bell told.

Requests are answered in threads, and messages are sent in the event loop. A place is taken in a
thread (`admit`); everything else happens in the loop.
"""

import asyncio
import logging
import threading
from collections import Counter
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from django.conf import settings
from django.db import DatabaseError, close_old_connections

from games.rules.refusal import Refusal
from games.streams import ear, feeds
from games.streams.feeds import Feed, GameLog, PlayersFeed, Reading
from games.streams.tail import Tail

log = logging.getLogger(__name__)
T = TypeVar("T")

HEARTBEAT = 15.0
"""Seconds of silence after which a hearer is sent a comment, so that nobody on the way hangs up."""
LOOK_EVERY = 5.0
READERS = 4
"""Threads that read the database for all hearers."""
COMMENT = b": still here\n\n"
BEGINNING = b"retry: 2000\n\n"
"""Milliseconds after which a client connects again when it has lost the connection."""


@dataclass(frozen=True)
class Place:
    """The right to hear one feed after one number.

    `who` is what the limit counts by: a token or an address. `player` and `token` are None for a
    stranger.
    """

    feed: GameLog | PlayersFeed
    after: int
    who: str
    player: int | None
    token: str | None


class Hub:
    """All that is heard in one process."""

    def __init__(self) -> None:
        self._tails: dict[Feed, Tail] = {}
        self._opening: dict[Feed, asyncio.Task[None]] = {}
        self._tokens: Counter[str] = Counter()
        self._void: set[str] = set()
        self._taken: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._called: set[str] = set()
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reading for hearers")
        self._chores: set[asyncio.Task[None]] = set()
        self._bell: asyncio.Event | None = None

    # -- places

    def admit(self, place: Place) -> Place:
        """Take a place. Raises `Refusal` (`too_many_streams`, `no_room`)."""
        with self._lock:
            if self._taken.total() >= settings.TIDE_STREAMS:
                raise Refusal("no_room", "This server holds as many streams as it can.")
            if self._taken[place.who] >= settings.TIDE_STREAMS_EACH:
                most = settings.TIDE_STREAMS_EACH
                raise Refusal("too_many_streams", f"{most} streams are open already; close one.")
            self._taken[place.who] += 1
        return place

    def leave(self, place: Place) -> None:
        """Give a place back."""
        with self._lock:
            self._taken[place.who] -= 1
            self._taken += Counter()

    # -- hearing

    async def messages(self, place: Place) -> AsyncGenerator[bytes, None]:
        """What is to be sent, from the first line until there is nothing more that may be heard."""
        self._begin()
        yield BEGINNING
        tail = await self._tail(place.feed)
        tail.hearers += 1
        if place.token is not None:
            self._tokens[place.token] += 1
        try:
            async for some in self._follow(place, tail):
                yield some
        finally:
            if place.token is not None:
                self._tokens[place.token] -= 1
            tail.hearers -= 1
            if not tail.hearers and self._tails.get(place.feed) is tail:
                del self._tails[place.feed]
                tail.close()

    async def _follow(self, place: Place, tail: Tail) -> AsyncGenerator[bytes, None]:
        number = place.after
        while place.token not in self._void:
            found = await tail.after(number)
            if not found.is_for(place.player):
                return
            if found.messages:
                number = found.messages[-1].number
                yield b"".join(message.data for message in found.messages)
            if found.over:
                return
            if not found.messages and not await tail.wait(HEARTBEAT):
                yield COMMENT

    async def _tail(self, feed: Feed) -> Tail:
        """The tail of a feed; made once, however many ask for it at the same time."""
        while feed not in self._tails:
            if feed not in self._opening:
                self._opening[feed] = asyncio.create_task(self._open(feed))
            await asyncio.shield(self._opening[feed])
        return self._tails[feed]

    async def _open(self, feed: Feed) -> None:
        try:
            newest = await self._in_thread(feed.newest)
            tail = self._tails[feed] = Tail(newest, partial(self._read, feed))
            # What came after `newest` was read and before the tail stood here rang for nobody.
            tail.ring()
        finally:
            del self._opening[feed]

    async def _read(self, feed: Feed, after: int, most: int) -> Reading:
        return await self._in_thread(partial(feed.read, after, most))

    async def _in_thread(self, work: Callable[[], T]) -> T:
        def done() -> T:
            close_old_connections()
            return work()

        return await asyncio.get_running_loop().run_in_executor(self._readers, done)

    # -- bells

    def _begin(self) -> None:
        """Start listening with the first hearer: before, there is no loop to do it in."""
        if self._bell is not None:
            return
        self._bell = asyncio.Event()
        for chore in (ear.listen(self._hear), self._answer_bells(), self._look_round()):
            self._chores.add(asyncio.create_task(chore))

    def _hear(self, call: str | None) -> None:
        assert self._bell is not None  # noqa: S101  Set before anything listens.
        if call is None:
            for tail in self._tails.values():
                tail.ring()
            return
        self._called.add(call)
        self._bell.set()

    async def _answer_bells(self) -> None:
        """Ring for whoever hears of the games that were called out, many calls at a time."""
        assert self._bell is not None  # noqa: S101  Set before this begins.
        while True:
            await self._bell.wait()
            self._bell.clear()
            called, self._called = self._called, set()
            for call in called:
                feed = PlayersFeed(int(call[1:])) if call.startswith("@") else GameLog(call)
                self._ring(feed)
            games = [call for call in called if not call.startswith("@")]
            try:
                await self._ring_for_players_of(games)
            except DatabaseError as error:
                log.warning("Players hear of %s games later: %s", len(games), error)

    async def _ring_for_players_of(self, games: list[str]) -> None:
        players = [one.player for one in self._tails if isinstance(one, PlayersFeed)]
        if games and players:
            for player in await self._in_thread(partial(feeds.players_of, games, players)):
                self._ring(PlayersFeed(player))

    def _ring(self, feed: Feed) -> None:
        if feed in self._tails:
            self._tails[feed].ring()

    async def _look_round(self) -> None:
        """Now and then: what no bell has told, and tokens that are good no more."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            try:
                await self._look()
            except DatabaseError as error:
                log.warning("Looking round later: %s", error)

    async def _look(self) -> None:
        known = {feed: tail.newest for feed, tail in self._tails.items()}
        logs = {one.game: newest for one, newest in known.items() if isinstance(one, GameLog)}
        own = {one.player: newest for one, newest in known.items() if isinstance(one, PlayersFeed)}
        tokens = [token for token, hearers in self._tokens.items() if hearers > 0]
        if logs:
            for game in await self._in_thread(partial(feeds.logs_with_more, logs)):
                self._ring(GameLog(game))
        if own:
            for player in await self._in_thread(partial(feeds.feeds_with_more, own)):
                self._ring(PlayersFeed(player))
        if tokens:
            self._void = set(tokens) - await self._in_thread(partial(feeds.good, tokens))
            if self._void:
                for tail in self._tails.values():
                    tail.wake()
