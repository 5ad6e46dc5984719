"""Counting what somebody does, in fixed windows, in a server beside the database.

It may lose its data, and it may be away: then nothing is counted, and nobody is refused.

Why so: docs/why.md#fixed-window.
"""

import math
import threading
import time
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import redis
from django.conf import settings

from tideapi.rest.breaker import Breaker
from tideapi.rest.refused import Refused

SAID = 2
"""How often it is said when a counter is to be forgotten."""
SERVER = Breaker("The server that counts")


@dataclass(frozen=True, slots=True)
class Usage:
    """What somebody has used of one quota: how often, and seconds until the window ends."""

    policy: str
    quota: int
    period: int
    used: int
    reset: int
    key: str

    @property
    def left(self) -> int:
        return max(0, self.quota - self.used)

    @property
    def over(self) -> bool:
        return self.used > self.quota


class OverLimit(Refused):
    """More than a quota allows, found by a call itself and not on its way to it."""

    def __init__(self, usage: Usage, why: str) -> None:
        super().__init__("throttled", f"{why} Try again in {usage.reset} seconds.", usage.reset)


def count(policy: str, who: str) -> Usage:
    """Count one more against a quota of `TIDE_LIMITS`. Where nothing is counted, nothing is used."""
    quota, period = settings.TIDE_LIMITS[policy]
    now = time.time()
    window = int(now // period)
    reset = max(1, math.ceil((window + 1) * period - now))
    key = f"tide:limit:{policy}:{who}:{window}"
    return Usage(policy, quota, period, _add_one(key, period + 1), reset, key)


def take_back(usage: Usage) -> None:
    """Have this one not counted after all."""
    if usage.used:
        asked("DECR", usage.key)


def _add_one(key: str, seconds: int) -> int:
    """Count one up, and forget the count after so many seconds. Gives the count, 0 for unknown."""
    used = asked("INCR", key)
    # Said again, in case that whoever was first has died before she said it.
    if used is not None and used <= SAID:
        asked("EXPIRE", key, seconds)
    return int(used or 0)


def asked(*command: str | int) -> Any:
    """What the server answers to a command, None if it does not answer soon.

    On a connection of this thread's own, with nothing around it: every call comes by here.
    """
    if not SERVER.allows():
        return None
    mine = _connections()
    if not hasattr(mine, "connection"):
        mine.connection = _connection()
    try:
        answer = _ask(mine.connection, command)
    except redis.RedisError as error:
        SERVER.failed(error)
        return None
    SERVER.answered()
    return answer


def _ask(connection: Any, command: tuple[str | int, ...]) -> Any:
    was_there = connection.is_connected
    try:
        return _exchange(connection, command)
    except redis.ConnectionError:
        # A server that was restarted has closed what each thread held; that is no reason to let it alone.
        if not was_there:
            raise
        return _exchange(connection, command)


def _exchange(connection: Any, command: tuple[str | int, ...]) -> Any:
    try:
        connection.send_command(*command)
        return connection.read_response()
    except BaseException:
        connection.disconnect()  # What it would read next might be the answer to this.
        raise


@lru_cache(maxsize=1)
def _connections() -> Any:
    return threading.local()


def _connection() -> Any:
    within = settings.TIDE_CACHE_WITHIN
    pool = redis.ConnectionPool.from_url(
        settings.CACHE_URL, socket_connect_timeout=within, socket_timeout=within, protocol=2
    )
    return pool.connection_class(**pool.connection_kwargs)
