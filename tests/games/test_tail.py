"""The tail of a feed: everybody hears everything once, in whatever order readings and bells come."""

import asyncio

from hypothesis import given
from hypothesis import strategies as st

from games.streams import tail as tails
from games.streams.feeds import Message, Reading
from games.streams.tail import Tail


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


def message(number: int) -> Message:
    return Message(number, b"%d" % number)


async def hear(tail: Tail, after: int) -> list[int]:
    """What somebody hears who listens from this number on until the feed is over."""
    heard = []
    while True:
        found = await tail.after(after)
        heard += [one.number for one in found.messages]
        after = heard[-1] if heard else after
        if found.over:
            return heard
        if not found.messages:
            assert await tail.wait(30)


@given(
    st.integers(0, 600),
    st.lists(st.integers(0, 600), min_size=1, max_size=5),
    st.lists(st.tuples(st.integers(0, 300), st.integers(0, 3)), max_size=12),
)
def test_each_hearer_hears_each_message_after_her_number_once_and_in_order(
    at_first: int, hearers: list[int], bursts: list[tuple[int, int]]
) -> None:
    async def scene() -> list[list[int]]:
        feed = Written(at_first)
        tail = Tail(feed.newest, feed.read)
        hearing = [asyncio.create_task(hear(tail, min(one, at_first))) for one in hearers]
        for many, pauses in bursts:
            feed.newest += many
            tail.ring()
            for _ in range(pauses):
                await asyncio.sleep(0)
        feed.over = True
        tail.ring()
        heard = await asyncio.gather(*hearing)
        ends.append(feed.newest)
        return heard

    ends: list[int] = []
    for start, heard in zip(hearers, asyncio.run(scene()), strict=True):
        assert heard == list(range(min(start, at_first) + 1, ends[0] + 1))


def test_a_message_is_read_once_for_all_who_hear_it() -> None:
    async def scene() -> int:
        feed = Written(0)
        tail = Tail(0, feed.read)
        hearing = [asyncio.create_task(hear(tail, 0)) for _ in range(1000)]
        await asyncio.sleep(0)
        feed.newest, feed.over = 1, True
        tail.ring()
        assert all(heard == [1] for heard in await asyncio.gather(*hearing))
        return feed.readings

    assert asyncio.run(scene()) == 1


def test_who_is_far_behind_reads_for_herself_and_the_tail_keeps_its_size() -> None:
    async def scene() -> None:
        feed = Written(0)
        tail = Tail(0, feed.read)
        feed.newest = 10 * tails.KEPT
        hearing = asyncio.create_task(hear(tail, 0))
        await asyncio.sleep(0)
        feed.over = True
        tail.ring()
        await hearing
        before = feed.readings
        assert (await tail.after(feed.newest - 5)).messages[0].number == feed.newest - 4
        assert feed.readings == before
        assert (await tail.after(7)).messages[0].number == 8
        assert feed.readings == before + 1

    asyncio.run(scene())
