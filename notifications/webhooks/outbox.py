"""Messages to webhooks, as rows: queued, claimed, sent, given up.

When a message is tried again is in `common.outbox.outcome`, and for a receiver that is away in `BackOff` of
`common.outbox.models`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Any

from django.db import transaction
from django.db.models import Case, Q, When
from django.db.models.functions import Now

from common.outbox import outcome as outcomes
from common.outbox.outcome import Outcome
from common.outbox.queue import Outbox
from common.outside.post import Error, PostOutcome
from common.rest.json_codec import dump
from notifications.models import Attempt, Delivery, Webhook
from players.sandbox import register_times

PING = "ping"
OUTBOX = Outbox(Webhook, Delivery, Attempt, to="webhook", claiming=4_211_705_533)


@dataclass(frozen=True, slots=True)
class WebhookMessage:
    """An event to be sent: its number in the player's feed, its type, and its bytes.

    `scope` is the one that an app needs to be sent it; empty for a webhook of the player's own.
    """

    number: int
    type: str
    body: bytes
    scope: str = ""


# -- handed in


def enqueue(
    webhook: Webhook, messages: Sequence[WebhookMessage], feed_cursor: int, moment: datetime
) -> None:
    """Queue these messages, and note that the feed was handed over up to number `feed_cursor`."""
    deliveries = [
        Delivery(
            webhook=webhook,
            number=one.number,
            type=one.type,
            body=one.body,
            scope=one.scope,
            next_at=moment,
            # A time of its own for each, so that they are sent and listed in the order of the feed.
            created_at=moment + timedelta(microseconds=place),
        )
        for place, one in enumerate(messages)
    ]
    Delivery.objects.bulk_create(deliveries)
    if deliveries:
        OUTBOX.wake_receiver(webhook.pk, Now(), feed_cursor=feed_cursor)
    else:
        Webhook.objects.filter(pk=webhook.pk).update(feed_cursor=feed_cursor)


def name_account(webhook: Webhook) -> dict[str, Any]:
    """Return what an app's messages say beside the event: the player, by an id that stays.

    The id is the webhook's: two apps cannot tell by it that they act for the same player.
    """
    if webhook.endpoint_id is None:
        return {}
    return {"account": {"id": webhook.pk, "username": webhook.player.username}}


def queue_ping(webhook: Webhook) -> Delivery | None:
    """Queue a test message without an event, tried once; return None if the webhook is gone."""

    def fields(moment: datetime) -> dict[str, Any]:
        body = {
            "number": None,
            "game": None,
            "event": None,
            "type": PING,
            "at": moment,
            "data": {"webhook": webhook.pk},
            "players": {},
            "hash": None,
            **name_account(webhook),
        }
        return {"type": PING, "body": dump(body)}

    return OUTBOX.add_at_once(webhook.pk, fields)


@transaction.atomic
def queue_again(webhook: Webhook, delivery_id: str, shown: Q) -> Delivery | None:
    """Queue a message again, with its id and attempts; None if no `shown` one has this id.

    A message that is due anyway gets no additional attempts.
    """
    # Changing the webhook's row takes its lock.
    gone = not OUTBOX.wake_at_once(webhook.pk)
    found = webhook.deliveries.filter(shown, pk=delivery_id)
    due = Q(state=Delivery.State.WAITING, next_at__lte=Now())
    found.update(
        state=Delivery.State.WAITING,
        attempts=Case(When(due, then="attempts"), default=0),
        next_at=Case(When(due, then="next_at"), default=Now()),
        on_request=True,
    )
    delivery = None if gone else found.first()
    if delivery is None:
        transaction.set_rollback(True)
    return delivery


# -- what came of it


def record_attempt(delivery: Delivery, at: datetime, outcome: PostOutcome) -> str:
    """Record the outcome of an attempt; return `delivered`, `retried` or `failed`."""
    noted = Outcome(
        at=at,
        milliseconds=outcome.milliseconds,
        error=outcome.error or "",
        status=outcome.status,
        gone=outcome.status == HTTPStatus.GONE,
        refused=outcome.refused,
        test=delivery.type == PING,
        blames=outcome.error != Error.SERVER,
        least=timedelta(seconds=outcome.wait or 0),
    )
    return outcomes.record_attempt(OUTBOX, [delivery], noted)


def register_webhooks() -> None:
    """Register when deliveries that wait are sent, and when their webhooks are tried."""
    register_times(lambda player: Delivery.objects.filter(webhook__player=player), "next_at")
    register_times(
        lambda player: Webhook.objects.filter(player=player), "next_attempt_at", "retry_at"
    )
