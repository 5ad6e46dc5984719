"""The subscriptions of one process: streams that stay open, and long polls that wait for the next event.

Calls are answered in threads; a stream, or a long poll, goes on in the event loop. The call leaves in its
WSGI environment what is to be done there. A place for a stream is taken in a thread; everything else happens
in the loop.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from contextvars import Context
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from django.conf import settings
from django.db import Error

from games.feeds.streams.buffer import Buffer
from games.feeds.streams.buffers import Buffers
from games.feeds.streams.feeds import GameLog, Message, PlayersFeed, Reading
from games.feeds.streams.listener import listen
from games.feeds.streams.places import Places
from games.feeds.streams.readings import Turn
from games.feeds.streams.updates import Updates
from players.authentication import good

log = logging.getLogger(__name__)

HEARTBEAT = 15.0
"""Seconds of silence after which a subscriber is sent a comment, so that nobody on the way hangs up."""
CHECK_EVERY = 5.0
"""Seconds between two checks for missed notifications, and for tokens that are good no more."""
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


@dataclass(frozen=True)
class Subscription:
    """The right to read one feed after one number.

    `who` is what the limits count by: a player or an address. `player` and `token` are None for a
    stranger. `last` is the newest number of the feed of which a stream is told. `scopes` are the token's;
    None for a stranger, who reads public logs alone.
    """

    feed: GameLog | PlayersFeed
    after: int
    who: str
    player: int | None
    token: str | None
    last: int = 0
    scopes: frozenset[str] | None = None

    def allowed_messages(self, messages: Iterable[Message]) -> list[Message]:
        """Return those of the messages that the token's scopes allow."""
        return [one for one in messages if self.scopes is None or one.scope in self.scopes]


@dataclass(frozen=True)
class Poll:
    """A call that found nothing new, and may be made once more when there is, within so many seconds."""

    subscription: Subscription
    seconds: float


class Turns(Protocol):
    """Who is next where many want the database read for them: callers in turn."""

    def place(self, who: str) -> AbstractAsyncContextManager[None]:
        """Have a place, as soon as it is this caller's turn."""


class Hub:
    """All subscriptions of one process. `streams` and `polls` count the places that are taken.

    `turns` are for readings that are made for one subscriber: those who have thousands of streams must not
    be before all others. What is new in a feed is read for all of its subscribers at once, without a turn.
    """

    def __init__(self, turns: Turns) -> None:
        self._turns = turns
        self.streams = Places(settings.TIDE_STREAMS, settings.TIDE_STREAMS_EACH)
        self.polls = Places(settings.TIDE_LONG_POLLS, settings.TIDE_LONG_POLLS_EACH)
        self._buffers = Buffers()
        self._tokens: Counter[str] = Counter()
        self._ended: set[str] = set()
        """Tokens of subscribers that are good no more."""
        self._updating: list[asyncio.Task[None]] = []

    async def messages(self, subscription: Subscription) -> AsyncGenerator[bytes, None]:
        """What is to be sent, from the first line until there is nothing more that she may see."""
        yield BEGINNING % (subscription.after, subscription.last)
        async with self._subscribed(subscription) as buffer:
            number = subscription.after
            while subscription.token not in self._ended:
                found = await self._after(number, subscription, buffer)
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
                if not found.messages and not await buffer.wait(HEARTBEAT):
                    yield COMMENT

    async def wait_for_more(self, subscription: Subscription, seconds: float) -> None:
        """Wait until something follows, or she may not see it any more; so many seconds at most."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds), self._subscribed(subscription) as buffer:
                number = subscription.after
                while subscription.token not in self._ended:
                    found = await self._after(number, subscription, buffer)
                    if subscription.allowed_messages(found.messages) or not found.is_for(
                        subscription.player
                    ):
                        return
                    if found.messages:
                        number = found.messages[-1].number
                    else:
                        await buffer.wait(HEARTBEAT)

    @asynccontextmanager
    async def _subscribed(self, subscription: Subscription) -> AsyncIterator[Buffer]:
        if not self._updating:
            self._begin_updating()
        turn = self._turn(subscription)
        async with self._buffers.subscribed(subscription.feed, turn) as buffer:
            if subscription.token is not None:
                self._tokens[subscription.token] += 1
            try:
                yield buffer
            finally:
                if subscription.token is not None:
                    self._tokens[subscription.token] -= 1
                    # Without those that nobody is subscribed with any more.
                    self._tokens += Counter()

    async def _after(self, number: int, subscription: Subscription, buffer: Buffer) -> Reading:
        turn = self._turn(subscription)
        found = await buffer.after(number, turn)
        if found.is_for(subscription.player):
            return found
        # What is remembered may be older than the moment at which she was let in.
        return await buffer.after_now(number, turn)

    def _turn(self, subscription: Subscription) -> Turn:
        return partial(self._turns.place, subscription.who)

    def _begin_updating(self) -> None:
        """With the first subscriber: before, there is no loop to do it in."""
        updates = Updates(self._buffers)
        for work in (listen(updates.notified), updates.follow(), self._check_now_and_then(updates)):
            # In a context of its own: what it logs is of no call.
            self._updating.append(asyncio.create_task(work, context=Context()))

    async def _check_now_and_then(self, updates: Updates) -> None:
        while True:
            await asyncio.sleep(CHECK_EVERY)
            try:
                await updates.check()
                await self._end_tokens()
            except Error as error:
                log.warning("What subscribers may have missed is checked later: %s", error)

    async def _end_tokens(self) -> None:
        """End the subscriptions of those whose token is good no more."""
        tokens = list(self._tokens)
        if not tokens:
            return
        still_good = await self._buffers.in_thread(partial(good, tokens))
        self._ended = set(tokens) - still_good
        if self._ended:
            self._buffers.release_all()
