"""The buffer of a feed: everybody gets everything once, in whatever order it is read and refreshed."""

import asyncio

from hypothesis import given
from hypothesis import strategies as st

from games.feeds.streams import buffer as buffers
from games.feeds.streams.buffer import Buffer
from games.feeds.streams.feeds import Reading, StreamMessage
from tests.coroutines import run_async


class Written:
    """A feed in memory. A reading takes as long as it takes: others happen meanwhile."""

    def __init__(self, many: int) -> None:
        self.newest = many
        self.over = False
        self.readings = 0

    async def read(self, after: int, most: int) -> Reading:
        self.readings += 1
        found = [message(n) for n in range(after + 1, self.newest + 1)][:most]
        over = self.over and after + len(found) >= self.newest
        await asyncio.sleep(0)
        return Reading(found, over=over)


def message(number: int) -> StreamMessage:
    return StreamMessage(number, b"%d" % number, "game:read")


async def follow(buffer: Buffer, after: int) -> list[int]:
    """What a subscriber gets from this number on until the feed is over."""
    got = []
    while True:
        found = await buffer.read_after(after)
        got += [one.number for one in found.messages]
        after = got[-1] if got else after
        if found.over:
            return got
        if not found.messages:
            assert await buffer.wait_for_change(30)


@given(
    st.integers(0, 600),
    st.lists(st.integers(0, 600), min_size=1, max_size=5),
    st.lists(st.tuples(st.integers(0, 300), st.integers(0, 3)), max_size=12),
)
@run_async
async def test_each_subscriber_gets_each_message_after_her_number_once_and_in_order(
    at_first: int, subscribers: list[int], bursts: list[tuple[int, int]]
) -> None:
    feed = Written(at_first)
    buffer = Buffer(feed.newest, feed.read)
    following = [asyncio.create_task(follow(buffer, min(one, at_first))) for one in subscribers]
    for many, pauses in bursts:
        feed.newest += many
        buffer.refresh()
        for _ in range(pauses):
            await asyncio.sleep(0)
    feed.over = True
    buffer.refresh()
    for start, got in zip(subscribers, await asyncio.gather(*following), strict=True):
        assert got == list(range(min(start, at_first) + 1, feed.newest + 1))


@run_async
async def test_a_message_is_read_once_for_all_subscribers() -> None:
    feed = Written(0)
    buffer = Buffer(0, feed.read)
    following = [asyncio.create_task(follow(buffer, 0)) for _ in range(1000)]
    await asyncio.sleep(0)
    feed.newest, feed.over = 1, True
    buffer.refresh()
    assert all(got == [1] for got in await asyncio.gather(*following))
    assert feed.readings == 1


@run_async
async def test_those_who_are_far_behind_at_the_same_place_share_a_reading() -> None:
    feed = Written(3)
    feed.over = True
    buffer = Buffer(3, feed.read)
    following = [asyncio.create_task(follow(buffer, 0)) for _ in range(1000)]
    assert all(got == [1, 2, 3] for got in await asyncio.gather(*following))
    assert await follow(buffer, 1) == [2, 3]
    assert feed.readings == 2


@run_async
async def test_who_is_far_behind_reads_for_herself_and_the_buffer_keeps_its_size() -> None:
    feed = Written(0)
    buffer = Buffer(0, feed.read)
    feed.newest = 10 * buffers.KEPT
    following = asyncio.create_task(follow(buffer, 0))
    await asyncio.sleep(0)
    feed.over = True
    buffer.refresh()
    await following
    before = feed.readings
    assert (await buffer.read_after(feed.newest - 5)).messages[0].number == feed.newest - 4
    assert feed.readings == before
    assert (await buffer.read_after(7)).messages[0].number == 8
    assert feed.readings == before + 1
