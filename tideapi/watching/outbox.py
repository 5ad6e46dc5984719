"""Delays of the outbox: webhooks, receivers, and letters."""

from datetime import datetime
from typing import Any

from django.db.models import Min, Q, QuerySet

from games.clock.now import now
from notifications.models import Receiver
from players.models import Letter, ResetRequest, Webhook


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
