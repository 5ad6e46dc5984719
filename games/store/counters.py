"""Counts for operators, kept in the counting server: they may be lost, and then begin again at nothing.

They are added up after the commit, so that what was rolled back is not counted, and no game waits for
another's count.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache, partial

import redis
from django.conf import settings
from django.db import transaction
from redis.backoff import NoBackoff
from redis.retry import Retry

from tideapi.rest.counting import SERVER

ANSWERS = "tide:counters:answers"
"""Answers in closed turns, by who chose them."""
SWEEPS = "tide:counters:sweeps"
"""`count`, and `seconds` that they took together."""
WEBHOOKS = "tide:counters:webhooks"
"""Attempts to send to webhooks, by what has become of the message."""


def resolved(by: Iterable[str]) -> None:
    """Once this transaction is committed, count the answers of the turns that it has closed.

    `by` has who chose each of them.
    """
    if counts := Counter(by):
        transaction.on_commit(partial(_add, ANSWERS, counts))


def swept(seconds: float) -> None:
    """Count a sweep that took so many seconds."""
    _add(SWEEPS, {"count": 1, "seconds": seconds})


def sent(outcomes: Mapping[str, int]) -> None:
    """Count attempts to send to webhooks, so many of each outcome."""
    if outcomes:
        _add(WEBHOOKS, {**outcomes})


def read(name: str) -> dict[str, float]:
    """The counts so far, by what is counted; nothing where the counting server does not answer."""
    if not SERVER.allows():
        return {}
    try:
        found = _counters().hgetall(name)
    except redis.RedisError as error:
        SERVER.failed(error)
        return {}
    SERVER.answered()
    return {str(key): float(value) for key, value in found.items()}


def _add(name: str, counts: Mapping[str, float]) -> None:
    if not SERVER.allows():
        return
    try:
        with _counters().pipeline(transaction=False) as pipeline:
            for key, value in counts.items():
                pipeline.hincrbyfloat(name, key, value)
            pipeline.execute()
    except redis.RedisError as error:
        SERVER.failed(error)
    else:
        SERVER.answered()


@lru_cache(maxsize=1)
def _counters() -> "redis.Redis":
    return redis.Redis.from_url(
        settings.CACHE_URL,
        socket_connect_timeout=settings.TIDE_CACHE_WITHIN,
        socket_timeout=settings.TIDE_CACHE_WITHIN,
        # Once more at once, because an old connection may be closed by now.
        retry=Retry(NoBackoff(), 1, supported_errors=(redis.ConnectionError,)),
        protocol=2,
        decode_responses=True,
    )
