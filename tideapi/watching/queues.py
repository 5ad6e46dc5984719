"""Lengths of the broker's queues."""

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

QUEUES = ("clock", "celery", "hooks", "thinkers")
"""All queues of the workers: docs/operators/install.md#what-runs."""


def broker_client() -> redis.Redis:
    """Return a client that waits for a second at most."""
    return redis.Redis.from_url(
        settings.BROKER_URL,
        socket_connect_timeout=1,
        socket_timeout=1,
        retry=Retry(NoBackoff(), 0),
    )


def queue_lengths() -> dict[str, int]:
    """Return the number of waiting messages by queue. Raises `redis.RedisError` if the broker is away."""
    with broker_client() as client, client.pipeline(transaction=False) as pipeline:
        for queue in QUEUES:
            pipeline.llen(queue)
        return dict(zip(QUEUES, pipeline.execute(), strict=True))
