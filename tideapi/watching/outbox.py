"""How late what is to be sent is: to webhooks, to where people are told of things, and letters."""

from datetime import datetime
from typing import Any

from django.db.models import Min, Q, QuerySet

from games.clock.now import now
from notifications.models import Receiver
from players.models import Letter, ResetRequest, Webhook


def webhook() -> float:
    """For how many seconds the webhook that has waited longest should have been sent to."""
    return _late(_free(Webhook.objects.all()), "next_attempt_at")


def receiver() -> float:
    """The same of receivers: what people are told, by mail and in all other channels."""
    return _late(_free(Receiver.objects.all()), "next_attempt_at")


def letter() -> float:
    """For how many seconds the letter, or the wish for one, that has waited longest should have been sent."""
    return max(
        _late(Letter.objects.all(), "next_at"), _late(ResetRequest.objects.all(), "asked_at")
    )


def _free(
    rows: "QuerySet[Webhook] | QuerySet[Receiver]",
) -> "QuerySet[Webhook] | QuerySet[Receiver]":
    """One that is being sent to, or is slow, waits for its receiver and not for a worker."""
    free = Q(busy_until__isnull=True) | Q(busy_until__lte=now())
    return rows.filter(free, enabled=True, slow=False, player__is_active=True)


def _late(rows: "QuerySet[Any]", due: str) -> float:
    moment = now()
    first: datetime | None = rows.filter(**{f"{due}__lte": moment}).aggregate(first=Min(due))[
        "first"
    ]
    return (moment - first).total_seconds() if first else 0.0
