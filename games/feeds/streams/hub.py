"""The subscriptions of one process: streams that stay open, and long polls that wait for the next event.

Calls are answered in threads; a stream, or a long poll, goes on in the event loop. The call leaves in its
WSGI environment what is to be done there. A place for a stream is taken in a thread; everything else happens
in the loop.
"""

import asyncio
import logging
import threading
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from contextvars import Context
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from django.conf import settings
from django.db import Error
from django.utils.text import format_lazy
from django.utils.translation import ngettext_lazy

from common.rest.errors import ApiError
from games.feeds.streams.buffer import Buffer
from games.feeds.streams.buffers import Buffers, Updates
from games.feeds.streams.feeds import GameLog, PlayersFeed, Reading, StreamMessage
from games.feeds.streams.listener import listen_forever
from games.feeds.streams.readings import Turn
from players.authentication import valid_tokens

log = logging.getLogger(__name__)

HEARTBEAT = 15.0
"""Seconds of silence after which a subscriber is sent a comment, so that no proxy on the way hangs up."""
CHECK_INTERVAL = 5.0
"""Seconds between two checks for missed notifications, and for tokens that have ended."""
COMMENT = b": still here\n\n"
PLACE = b"id: %d\n\n"
"""A place in the feed without an event: a client that connects again goes on there."""
BEGINNING = b"retry: 2000\nid: %d\n: last %d\n\n"
"""What comes before all messages: after how many milliseconds a client connects again when it has lost the
connection, the number with which it would go on then, and, as a comment, the feed's last number.
"""

HUB = "tide.hub"
"""Where a call finds the hub of its process, in its environment; only some processes have one."""
STREAM = "tide.stream"
"""Where a call leaves the subscription for which it has taken a place in `Hub.streams`."""
POLL = "tide.poll"
"""Where a call that has found nothing new leaves what it waits for (`Poll`)."""
WAITED_AFTER = "tide.waited_after"
"""Where a call that has waited, and is made once more, finds the number after which it did."""


class Places:
    """At most `most` at once, and `each` of them for one player or address. Any thread may ask."""

    def __init__(self, most: int, each: int) -> None:
        self._most = most
        self._each = each
        self._taken: Counter[str] = Counter()
        self._lock = threading.Lock()

    def take_place(self, caller: str) -> None:
        """Take one. Raises `ApiError` (`too_many_streams`, `no_room`)."""
        with self._lock:
            if self._taken[caller] >= self._each:
                wanted = ngettext_lazy(
                    "A player, or an address without a token, may have {most} stream. Close it.",
                    "A player, or an address without a token, may have {most} streams. Close one.",
                    "most",
                )
                message = format_lazy(wanted, most=self._each)
                quota = {
                    "RateLimit-Policy": f'"streams";q={self._each}',
                    "RateLimit": '"streams";r=0',
                }
                raise ApiError("too_many_streams", message, headers=quota)
            if self._taken.total() >= self._most:
                raise ApiError("no_room", "This server has no room for another stream.")
            self._taken[caller] += 1

    def free_place(self, caller: str) -> None:
        """Free the place for another caller."""
        with self._lock:
            self._taken[caller] -= 1
            self._taken += Counter()


@dataclass(frozen=True)
class StreamSubscription:
    """The right to read one feed after one number.

    `caller` is what the limits count by: a player or an address. `player` and `token` are None for a
    stranger. `last` is the newest number of the feed of which a stream is told. `scopes` are the token's;
    None for a stranger, who reads public logs alone.
    """

    feed: GameLog | PlayersFeed
    after: int
    caller: str
    player: int | None
    token: str | None
    last: int = 0
    scopes: frozenset[str] | None = None

    def allowed_messages(self, messages: Iterable[StreamMessage]) -> list[StreamMessage]:
        """Return those of the messages that the token's scopes allow."""
        return [one for one in messages if self.scopes is None or one.scope in self.scopes]


@dataclass(frozen=True)
class Poll:
    """A call that found nothing new, and may be made once more when there is, within so many seconds."""

    subscription: StreamSubscription
    seconds: float


class Turns(Protocol):
    """Fair places for reading the database: callers get them in turn."""

    def hold_place(self, caller: str, /) -> AbstractAsyncContextManager[None]:
        """Have a place, as soon as it is this caller's turn."""


class Hub:
    """All subscriptions of one process. `streams` and `polls` count the places that are taken.

    `turns` are for readings that are made for one subscriber: those who have thousands of streams must not
    be before all others. What is new in a feed is read for all of its subscribers at once, without a turn.
    """

    def __init__(self, turns: Turns) -> None:
        self._turns = turns
        self.streams = Places(
            settings.TIDE_MAX_STREAMS_PER_PROCESS, settings.TIDE_MAX_STREAMS_PER_CALLER
        )
        self.polls = Places(
            settings.TIDE_MAX_LONG_POLLS_PER_PROCESS, settings.TIDE_MAX_LONG_POLLS_PER_CALLER
        )
        self._buffers = Buffers()
        self._tokens: Counter[str] = Counter()
        self._ended: set[str] = set()
        """Tokens of subscribers that have ended."""
        self._updating: list[asyncio.Task[None]] = []

    async def stream_messages(
        self, subscription: StreamSubscription
    ) -> AsyncGenerator[bytes, None]:
        """Yield what is to be sent, from the first line to the last that the subscriber may see."""
        yield BEGINNING % (subscription.after, subscription.last)
        async with self._subscribe(subscription) as buffer:
            number = subscription.after
            while subscription.token not in self._ended:
                found = await self._read_after(number, subscription, buffer)
                if not found.is_for(subscription.player):
                    return
                if found.messages:
                    number = found.messages[-1].number
                    shown = subscription.allowed_messages(found.messages)
                    sent = b"".join(message.data for message in shown)
                    # The place in the feed goes on where the last message is not for this token.
                    yield sent if found.messages[-1] in shown else sent + PLACE % number
                if found.over:
                    return
                if not found.messages and not await buffer.wait_for_change(HEARTBEAT):
                    yield COMMENT

    async def wait_for_more(self, subscription: StreamSubscription, seconds: float) -> None:
        """Wait until something follows or access ends; so many seconds at most."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds), self._subscribe(subscription) as buffer:
                number = subscription.after
                while subscription.token not in self._ended:
                    found = await self._read_after(number, subscription, buffer)
                    if subscription.allowed_messages(found.messages) or not found.is_for(
                        subscription.player
                    ):
                        return
                    if found.messages:
                        number = found.messages[-1].number
                    else:
                        await buffer.wait_for_change(HEARTBEAT)

    @asynccontextmanager
    async def _subscribe(self, subscription: StreamSubscription) -> AsyncIterator[Buffer]:
        if not self._updating:
            self._begin_updating()
        turn = self._turn_for(subscription)
        async with self._buffers.subscribe(subscription.feed, turn) as buffer:
            if subscription.token is not None:
                self._tokens[subscription.token] += 1
            try:
                yield buffer
            finally:
                if subscription.token is not None:
                    self._tokens[subscription.token] -= 1
                    # Drops the tokens that have no subscription left.
                    self._tokens += Counter()

    async def _read_after(
        self, number: int, subscription: StreamSubscription, buffer: Buffer
    ) -> Reading:
        turn = self._turn_for(subscription)
        found = await buffer.read_after(number, turn)
        if found.is_for(subscription.player):
            return found
        # What is remembered may be older than the moment at which the player was let in.
        return await buffer.read_after_now(number, turn)

    def _turn_for(self, subscription: StreamSubscription) -> Turn:
        return partial(self._turns.hold_place, subscription.caller)

    def _begin_updating(self) -> None:
        """With the first subscriber: before, there is no loop to do it in."""
        updates = Updates(self._buffers)
        for work in (
            listen_forever(updates.add_notification),
            updates.follow_forever(),
            self._check_now_and_then(updates),
        ):
            # In a context of its own: what it logs is of no call.
            self._updating.append(asyncio.create_task(work, context=Context()))

    async def _check_now_and_then(self, updates: Updates) -> None:
        while True:
            await asyncio.sleep(CHECK_INTERVAL)
            try:
                await updates.check()
                await self._end_tokens()
            except Error as error:
                log.warning("What subscribers may have missed is checked later: %s", error)

    async def _end_tokens(self) -> None:
        """End the subscriptions whose token has ended."""
        tokens = list(self._tokens)
        if not tokens:
            return
        still_good = await self._buffers.run_in_thread(partial(valid_tokens, tokens))
        self._ended = set(tokens) - still_good
        if self._ended:
            self._buffers.release_all()
