"""How many messages wait in the broker, by queue."""

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

QUEUES = ("clock", "celery", "hooks", "thinkers")
"""All that workers take from: docs/operators.md#what-runs."""


def broker() -> redis.Redis:
    """A client that waits for a second at most."""
    return redis.Redis.from_url(
        settings.BROKER_URL,
        socket_connect_timeout=1,
        socket_timeout=1,
        retry=Retry(NoBackoff(), 0),
    )


def lengths() -> dict[str, int]:
    """Messages that wait, by queue. Raises `redis.RedisError` where the broker does not answer."""
    with broker() as client, client.pipeline(transaction=False) as pipeline:
        for queue in QUEUES:
            pipeline.llen(queue)
        return dict(zip(QUEUES, pipeline.execute(), strict=True))
