"""Who has a thread, and who waits for one."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from common.rest.errors import ApiError
from tideapi.web.fair_queue import FairQueue


class Calls:
    """Calls that last until they are told to end; `began` says in which order they had a place."""

    def __init__(self, queue: FairQueue) -> None:
        self.queue = queue
        self.began: list[str] = []
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self._end: dict[str, asyncio.Event] = {}

    async def comes(self, call: str, who: str) -> None:
        self._end[call] = asyncio.Event()
        self.tasks[call] = asyncio.create_task(self._lasts(call, who))
        await settled()

    async def ends(self, call: str) -> None:
        self._end[call].set()
        await self.tasks[call]
        await settled()

    async def _lasts(self, call: str, who: str) -> None:
        async with self.queue.hold_place(who):
            self.began.append(call)
            await self._end[call].wait()


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def happens(course: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        await course()

    asyncio.run(whole())


def test_one_caller_leaves_places_for_others() -> None:
    async def course() -> None:
        calls = Calls(FairQueue(places=3, each=2))
        for number in range(4):
            await calls.comes(f"ann {number}", "ann")
        assert calls.began == ["ann 0", "ann 1"]
        await calls.comes("bob 0", "bob")
        assert calls.began == ["ann 0", "ann 1", "bob 0"]

    happens(course)


def test_callers_take_turns_however_many_calls_one_of_them_has() -> None:
    async def course() -> None:
        calls = Calls(FairQueue(places=1, each=1))
        for number in range(3):
            await calls.comes(f"ann {number}", "ann")
        await calls.comes("bob 0", "bob")
        await calls.comes("cat 0", "cat")
        for call in ("ann 0", "ann 1", "bob 0", "cat 0", "ann 2"):
            await calls.ends(call)
        assert calls.began == ["ann 0", "ann 1", "bob 0", "cat 0", "ann 2"]

    happens(course)


def test_who_brings_more_than_can_wait_is_refused_at_once_and_nobody_else_is() -> None:
    async def course() -> None:
        calls = Calls(FairQueue(places=1, each=1, waiting=16))
        for number in range(3):
            await calls.comes(f"ann {number}", "ann")
        with pytest.raises(ApiError) as refused:
            async with calls.queue.hold_place("ann"):
                pass
        assert refused.value.code == "throttled"
        assert refused.value.detail.startswith("2 calls of this player or address wait already.")
        await calls.comes("bob 0", "bob")
        await calls.ends("ann 0")
        await calls.ends("ann 1")
        await calls.ends("bob 0")

    happens(course)


def test_a_caller_that_stands_for_several_has_a_longer_line() -> None:
    async def course() -> None:
        calls = Calls(FairQueue(places=1, each=1, waiting=16))
        await calls.comes("first", "ann")

        async def school() -> None:
            async with calls.queue.hold_place("school", shared=True):
                pass

        waiting = [asyncio.create_task(school()) for _ in range(4)]
        await settled()
        with pytest.raises(ApiError, match="throttled: 4 calls"):
            await school()
        await calls.ends("first")
        await asyncio.gather(*waiting)

    happens(course)


def test_when_the_whole_line_is_full_the_server_is_busy() -> None:
    async def course() -> None:
        calls = Calls(FairQueue(places=1, each=1, waiting=2, waiting_each=2))
        for who in ("ann", "bob", "cat"):
            await calls.comes(who, who)
        with pytest.raises(ApiError, match="busy"):
            async with calls.queue.hold_place("dan"):
                pass
        for who in ("ann", "bob", "cat"):
            await calls.ends(who)

    happens(course)


def test_who_gives_up_leaves_no_place_taken_whenever_that_is() -> None:
    async def course() -> None:
        queue = FairQueue(places=1, each=1)
        calls = Calls(queue)
        async with queue.hold_place("ann"):
            await calls.comes("bob", "bob")
            await calls.comes("cat", "cat")
            calls.tasks["bob"].cancel()
            await settled()
        calls.tasks["cat"].cancel()  # At the moment at which it is her turn.
        await settled()
        await calls.comes("dan", "dan")
        assert calls.began == ["dan"]
        calls.tasks["dan"].cancel()
        await settled()
        await calls.comes("eve", "eve")
        assert calls.began == ["dan", "eve"]

    happens(course)


def test_who_gives_up_as_a_place_becomes_free_takes_it_from_nobody() -> None:
    async def course() -> None:
        calls = Calls(FairQueue(places=1, each=1))
        for who in ("ann", "bob", "cat"):
            await calls.comes(who, who)
        calls._end["ann"].set()
        calls.tasks["bob"].cancel()  # Neither of the two tasks has noticed yet.
        await settled()
        assert calls.began == ["ann", "cat"]
        assert calls.tasks["ann"].exception() is None
        await calls.ends("cat")
        await calls.comes("dan", "dan")
        assert calls.began == ["ann", "cat", "dan"]

    happens(course)
