"""All feeds of one process: nobody waits for the readings of somebody else who has very many."""

import asyncio
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from functools import partial
from threading import Event

from games.feeds.feed import Page
from games.feeds.streams.buffers import READERS, Buffers
from games.feeds.streams.feeds import Reading
from tests.coroutines import run_async
from tideapi.web.fair_queue import FairQueue

PATIENCE = 20.0
"""Seconds after which a reading that waits in vain goes on, and the test fails."""


@dataclass(frozen=True)
class Slow:
    """A feed that takes until something has happened to be read."""

    number: int
    until: Event = field(compare=False)

    def newest_number(self) -> int:
        self.until.wait(PATIENCE)
        return 0

    update_and_get_newest = newest_number

    def read_page(self, after: int, most: int) -> Page:
        raise NotImplementedError

    def read(self, after: int, most: int) -> Reading:
        self.until.wait(PATIENCE)
        return Reading([])


@run_async
async def test_no_buffer_stays_that_was_opened_for_somebody_who_has_gone() -> None:
    buffers, seen, follows_one = Buffers(), Event(), asyncio.Event()

    async def follows(feed: Slow) -> None:
        async with buffers.subscribe(feed):
            follows_one.set()
            await asyncio.sleep(PATIENCE)

    gone = [asyncio.create_task(follows(Slow(n, seen))) for n in range(READERS)]
    stays = asyncio.create_task(follows(Slow(-1, seen)))
    await asyncio.sleep(0)
    for one in gone:
        one.cancel()
    await asyncio.gather(*gone, return_exceptions=True)
    seen.set()
    await follows_one.wait()
    # Readings begin in the order in which they were asked for, so those of the others have ended too.
    assert list(buffers.newest_numbers()) == [Slow(-1, seen)]
    stays.cancel()
    await asyncio.gather(stays, return_exceptions=True)
    assert not buffers.newest_numbers()


@run_async
async def test_who_opens_many_feeds_at_once_is_not_before_somebody_who_opens_one() -> None:
    buffers, turns = Buffers(), FairQueue(READERS, 1)
    seen = Event()

    async def opens(who: str, feed: Slow) -> None:
        await stack.enter_async_context(buffers.subscribe(feed, partial(turns.hold_place, who)))

    async with AsyncExitStack() as stack:
        many = [asyncio.create_task(opens("many", Slow(n, seen))) for n in range(50)]
        await asyncio.sleep(0)
        at_once = Event()
        at_once.set()
        await opens("one", Slow(-1, at_once))
        assert not any(one.done() for one in many)
        seen.set()
        await asyncio.gather(*many)
