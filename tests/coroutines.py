"""Tests that are coroutines."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import ParamSpec

P = ParamSpec("P")


def run_async(test: Callable[P, Awaitable[None]]) -> Callable[P, None]:
    """Make a test of a coroutine, run in an event loop of its own."""

    @wraps(test)
    def run(*args: P.args, **words: P.kwargs) -> None:
        async def whole() -> None:
            await test(*args, **words)

        asyncio.run(whole())

    return run


async def settled() -> None:
    """Return when all other tasks have gone on as far as they can."""
    for _ in range(5):
        await asyncio.sleep(0)
