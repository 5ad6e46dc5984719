"""Who has a thread, and who waits for one."""

import asyncio

import pytest

from common.rest.errors import ApiError
from tests.coroutines import run_async, settled
from tideapi.web.fair_queue import FairQueue


class Calls:
    """Calls that last until they are told to end; `began` says in which order they had a place."""

    def __init__(self, **bounds: int) -> None:
        self.queue = FairQueue(**bounds)
        self.began: list[str] = []
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self.ends: dict[str, asyncio.Event] = {}

    async def come(self, *calls: str) -> None:
        """Let these calls come, each of the caller that is named before its number."""
        for call in calls:
            self.ends[call] = asyncio.Event()
            self.tasks[call] = asyncio.create_task(self._last(call))
            await settled()

    async def end(self, *calls: str) -> None:
        for call in calls:
            self.ends[call].set()
            await self.tasks[call]
            await settled()

    async def cancel(self, call: str) -> None:
        self.tasks[call].cancel()
        await settled()

    async def hold_place(self, who: str, *, shared: bool = False) -> None:
        async with self.queue.hold_place(who, shared=shared):
            pass

    async def _last(self, call: str) -> None:
        async with self.queue.hold_place(call.split(maxsplit=1)[0]):
            self.began.append(call)
            await self.ends[call].wait()


@run_async
async def test_one_caller_leaves_places_for_others() -> None:
    calls = Calls(places=3, each=2)
    await calls.come("ann 0", "ann 1", "ann 2", "ann 3")
    assert calls.began == ["ann 0", "ann 1"]
    await calls.come("bob 0")
    assert calls.began == ["ann 0", "ann 1", "bob 0"]


@run_async
async def test_callers_take_turns_however_many_calls_one_of_them_has() -> None:
    calls = Calls(places=1, each=1)
    await calls.come("ann 0", "ann 1", "ann 2", "bob 0", "cat 0")
    await calls.end("ann 0", "ann 1", "bob 0", "cat 0", "ann 2")
    assert calls.began == ["ann 0", "ann 1", "bob 0", "cat 0", "ann 2"]


@run_async
async def test_who_brings_more_than_can_wait_is_refused_at_once_and_nobody_else_is() -> None:
    calls = Calls(places=1, each=1, waiting=16)
    await calls.come("ann 0", "ann 1", "ann 2")
    with pytest.raises(ApiError) as refused:
        await calls.hold_place("ann")
    assert refused.value.code == "throttled"
    assert refused.value.detail.startswith("2 calls of this player or address wait already.")
    await calls.come("bob 0")
    await calls.end("ann 0", "ann 1", "bob 0")


@run_async
async def test_a_caller_that_stands_for_several_has_a_longer_line() -> None:
    calls = Calls(places=1, each=1, waiting=16)
    await calls.come("ann")
    waiting = [asyncio.create_task(calls.hold_place("school", shared=True)) for _ in range(4)]
    await settled()
    with pytest.raises(ApiError, match="throttled: 4 calls"):
        await calls.hold_place("school", shared=True)
    await calls.end("ann")
    await asyncio.gather(*waiting)


@run_async
async def test_when_the_whole_line_is_full_the_server_is_busy() -> None:
    calls = Calls(places=1, each=1, waiting=2, waiting_each=2)
    await calls.come("ann", "bob", "cat")
    with pytest.raises(ApiError, match="busy"):
        await calls.hold_place("dan")
    await calls.end("ann", "bob", "cat")


@run_async
async def test_who_gives_up_leaves_no_place_taken_whenever_that_is() -> None:
    calls = Calls(places=1, each=1)
    async with calls.queue.hold_place("ann"):
        await calls.come("bob", "cat")
        await calls.cancel("bob")
    await calls.cancel("cat")  # At the moment at which it is her turn.
    await calls.come("dan")
    assert calls.began == ["dan"]
    await calls.cancel("dan")
    await calls.come("eve")
    assert calls.began == ["dan", "eve"]


@run_async
async def test_who_gives_up_as_a_place_becomes_free_takes_it_from_nobody() -> None:
    calls = Calls(places=1, each=1)
    await calls.come("ann", "bob", "cat")
    calls.ends["ann"].set()
    await calls.cancel("bob")  # Neither of the two tasks has noticed yet.
    assert calls.began == ["ann", "cat"]
    assert calls.tasks["ann"].exception() is None
    await calls.end("cat")
    await calls.come("dan")
    assert calls.began == ["ann", "cat", "dan"]
