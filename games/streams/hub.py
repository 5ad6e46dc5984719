"""Who hears what in this process: places to hear, bells, and looking round for what no bell told.

Requests are answered in threads; who hears a stream, or waits in a long poll, does so in the event loop. A
place for a stream is taken in a thread (`admit`); everything else happens in the loop.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from django.conf import settings
from django.db import DatabaseError, close_old_connections

from games.streams import ear, feeds
from games.streams.feeds import Feed, GameLog, PlayersFeed, Reading
from games.streams.places import Places
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

HUB = "tide.hub"
"""Where a call finds the hub of the process that can go on for it, in its environment."""
PLACE = "tide.place"
"""Where it leaves the place that it has taken to hear a stream."""
POLL = "tide.poll"
"""Where it leaves what it waits for, having found nothing yet."""


@dataclass(frozen=True)
class Place:
    """The right to hear one feed after one number.

    `who` is what the limits count by: a player or an address. `player` and `token` are None for a
    stranger.
    """

    feed: GameLog | PlayersFeed
    after: int
    who: str
    player: int | None
    token: str | None


@dataclass(frozen=True)
class Poll:
    """A call that found nothing new, and may be made once more when there is, within so many seconds."""

    place: Place
    seconds: float


class Hub:
    """All that is heard in one process."""

    def __init__(self) -> None:
        self._tails: dict[Feed, Tail] = {}
        self._opening: dict[Feed, asyncio.Task[None]] = {}
        self._tokens: Counter[str] = Counter()
        self._void: set[str] = set()
        self._streams = Places(settings.TIDE_STREAMS, settings.TIDE_STREAMS_EACH)
        self.polls = Places(settings.TIDE_LONG_POLLS, settings.TIDE_LONG_POLLS_EACH)
        self._called: set[str] = set()
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reading for hearers")
        self._chores: set[asyncio.Task[None]] = set()
        self._bell: asyncio.Event | None = None

    # -- places

    def admit(self, place: Place) -> Place:
        """Take a place to hear a stream. Raises `Refusal` (`too_many_streams`, `no_room`)."""
        self._streams.take(place.who)
        return place

    def leave(self, place: Place) -> None:
        """Give it back."""
        self._streams.give_back(place.who)

    # -- hearing

    async def messages(self, place: Place) -> AsyncGenerator[bytes, None]:
        """What is to be sent, from the first line until there is nothing more that may be heard."""
        yield BEGINNING
        async with self._hearing(place) as tail:
            async for some in self._follow(place, tail):
                yield some

    async def news(self, place: Place, seconds: float) -> None:
        """Wait until something follows, or who asked may not hear it any more; so many seconds at most."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds), self._hearing(place) as tail:
                while place.token not in self._void:
                    found = await tail.after(place.after)
                    if found.messages or not found.is_for(place.player):
                        return
                    await tail.wait(HEARTBEAT)

    @asynccontextmanager
    async def _hearing(self, place: Place) -> AsyncIterator[Tail]:
        """The tail of a place's feed, kept up to date as long as somebody has it."""
        self._begin()
        tail = await self._tail(place.feed)
        tail.hearers += 1
        if place.token is not None:
            self._tokens[place.token] += 1
        try:
            yield tail
        finally:
            if place.token is not None:
                self._tokens[place.token] -= 1
                self._tokens += Counter()  # Without those of whom nobody hears anything any more.
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
        tokens = list(self._tokens)
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
