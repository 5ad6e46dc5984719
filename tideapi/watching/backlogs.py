"""Backlogs: messages that wait for the workers in the broker's queues and in the outbox."""

from datetime import datetime
from typing import Any

import redis
from django.conf import settings
from django.db.models import Min, Q, QuerySet
from redis.backoff import NoBackoff
from redis.retry import Retry

from games.clock.now import now
from notifications.models import Receiver, Webhook
from players.models import Letter, ResetRequest

QUEUES = ("clock", "celery", "hooks", "thinkers")
"""All queues of the workers: docs/operators/install.md#what-runs."""


def webhook_delay() -> float:
    """Return the seconds that the most delayed webhook is late."""
    return _max_delay(_keep_free(Webhook.objects.all()), "next_attempt_at")


def receiver_delay() -> float:
    """Return the seconds that the most delayed receiver of any other channel is late."""
    return _max_delay(_keep_free(Receiver.objects.all()), "next_attempt_at")


def letter_delay() -> float:
    """Return the seconds that the most delayed letter, or request for one, is late."""
    return max(
        _max_delay(Letter.objects.all(), "next_at"),
        _max_delay(ResetRequest.objects.all(), "asked_at"),
    )


def _keep_free(
    rows: "QuerySet[Webhook] | QuerySet[Receiver]",
) -> "QuerySet[Webhook] | QuerySet[Receiver]":
    """Return the rows that wait for a worker: not busy, not slow and not disabled."""
    free = Q(busy_until__isnull=True) | Q(busy_until__lte=now())
    return rows.filter(free, enabled=True, slow=False, player__is_active=True)


def _max_delay(rows: "QuerySet[Any]", due: str) -> float:
    moment = now()
    first: datetime | None = rows.filter(**{f"{due}__lte": moment}).aggregate(first=Min(due))[
        "first"
    ]
    return (moment - first).total_seconds() if first else 0.0


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
