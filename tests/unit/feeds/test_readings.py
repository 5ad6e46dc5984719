"""A reading that several want is made once, and nobody has more of them under way than she has turns."""

import asyncio
from collections import Counter
from functools import partial

import pytest

from common.rest.errors import ApiError
from games.feeds.streams.buffers import READERS
from games.feeds.streams.readings import Readings, Turn
from tests.coroutines import run_async, settled
from tideapi.web.fair_queue import FairQueue


class Database:
    """It answers when it is told to; `readings` says what it has been asked for."""

    def __init__(self) -> None:
        self.readings: list[str] = []
        self.answers = asyncio.Event()
        self.fails: Exception | None = None

    async def read(self, what: str) -> str:
        self.readings.append(what)
        await self.answers.wait()
        if self.fails:
            raise self.fails
        return what


class Scene:
    def __init__(self, queue: FairQueue | None = None) -> None:
        self.readings: Readings[str, str] = Readings()
        self.database = Database()
        self.queue = queue or FairQueue(READERS, 1)

    async def ask(self, who: str, what: str) -> "asyncio.Task[str]":
        turn: Turn = partial(self.queue.hold_place, who)
        read = partial(self.database.read, what)
        task = asyncio.create_task(self.readings.get(what, turn, read))
        await settled()
        return task

    async def cancel(self, *tasks: "asyncio.Task[str]") -> None:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await settled()


@run_async
async def test_many_callers_with_many_streams_each_share_one_reading() -> None:
    scene = Scene()
    all_of_them = [await scene.ask(f"caller {n % 20}", "the log") for n in range(200)]
    scene.database.answers.set()
    assert set(await asyncio.gather(*all_of_them)) == {"the log"}
    assert scene.database.readings == ["the log"]
    assert await (await scene.ask("ann", "the log")) == "the log"
    assert scene.database.readings == ["the log"] * 2, "what is wanted after it was read"


@run_async
async def test_who_has_her_turn_first_reads_for_somebody_who_waits_behind_many() -> None:
    scene = Scene(FairQueue(places=2, each=1))
    logs = [*(f"log {number}" for number in range(20)), "the log"]
    asked = [await scene.ask("many", log) for log in logs]
    one = await scene.ask("one", "the log")
    assert scene.database.readings == ["log 0", "the log"]
    scene.database.answers.set()
    assert await one == "the log"
    await asyncio.gather(*asked)


@run_async
async def test_who_comes_and_goes_has_no_more_readings_under_way_than_turns() -> None:
    scene = Scene()
    for number in range(50):
        await scene.cancel(await scene.ask("one", f"log {number}"))
    assert scene.database.readings == ["log 0"]
    other = await scene.ask("other", "another log")
    scene.database.answers.set()
    assert await other == "another log"
    last = await scene.ask("one", "log 50")
    assert await last == "log 50"


@run_async
async def test_a_reading_goes_on_for_those_who_stay() -> None:
    scene = Scene()
    first, second = [await scene.ask(who, "the log") for who in ("ann", "bob")]
    await scene.cancel(first)
    scene.database.answers.set()
    assert await second == "the log"
    assert scene.database.readings == ["the log"]


@run_async
async def test_what_nobody_waits_for_any_more_is_not_read_when_its_turn_comes() -> None:
    scene = Scene(FairQueue(places=1, each=1))
    first = await scene.ask("ann", "a log")
    await scene.cancel(await scene.ask("bob", "another log"))
    scene.database.answers.set()
    await first
    await settled()
    assert scene.database.readings == ["a log"]


@run_async
async def test_all_who_wait_are_told_that_a_reading_has_failed_and_the_next_one_is_made() -> None:
    scene = Scene()
    scene.database.fails = OSError("away")
    waiting = [await scene.ask(who, "the log") for who in ("ann", "bob", "cat")]
    scene.database.answers.set()
    told = await asyncio.gather(*waiting, return_exceptions=True)
    assert Counter(map(type, told)) == {OSError: 3}
    scene.database.fails = None
    assert await (await scene.ask("ann", "the log")) == "the log"


@run_async
async def test_who_is_refused_a_turn_is_told_and_the_others_are_not() -> None:
    scene = Scene(FairQueue(places=1, each=1, waiting=1, waiting_each=1))
    first = await scene.ask("ann", "a log")
    second = await scene.ask("bob", "the log")
    with pytest.raises(ApiError):
        await (await scene.ask("cat", "the log"))
    scene.database.answers.set()
    assert [await first, await second] == ["a log", "the log"]
