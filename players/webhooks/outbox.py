"""Messages to be sent, as rows: handed in, claimed, tried again, given up.

A sender claims a webhook for a while, in a transaction of its own. While it sends, no transaction is
open and no row is locked. If it dies the claim runs out, and the message goes out once more with the
same id. All times are the database's.

Why so: docs/why.md#webhook-claimed, docs/why.md#new-webhook, docs/why.md#disabled-webhook.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from http import HTTPStatus
from random import uniform
from typing import Any

from django.conf import settings
from django.contrib.postgres.functions import TransactionNow
from django.db import connection, models, transaction
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Least, Now
from django.db.models.signals import post_save
from django.dispatch import Signal, receiver

from players.models import Attempt, Delivery, Player, Webhook
from players.webhooks.post import Outcome
from tideapi.rest.wire import dump

log = logging.getLogger(__name__)

LEASE = timedelta(seconds=60)
"""How long a claim is good: longer than any attempt, looking up the name included."""
SLOW = 1000
"""Milliseconds from which on an attempt counts as a slow one."""
SLOW_AT_ONCE = 4
"""How many slow, failing or new webhooks are sent to at a time; the other threads are for the rest."""
CLAIMING = 4_211_705_533
"""The advisory lock under which one webhook at a time is claimed."""
PRUNE = 1000
PING = "ping"

disabled = Signal()
"""Sent when the server disables a webhook (`webhook`), within the same transaction."""


@dataclass(frozen=True, slots=True)
class Message:
    """An event to be sent: its number in the player's feed, its type, and its bytes."""

    number: int
    type: str
    body: bytes


# -- handed in


def put(webhook: Webhook, messages: Sequence[Message], feed_cursor: int, moment: datetime) -> None:
    """Queue these messages, and note that the feed was handed over up to number `feed_cursor`.

    The caller holds the locks of the player's row and of the webhook's, and does this once for each number.
    """
    rows = [
        Delivery(
            webhook=webhook,
            number=one.number,
            type=one.type,
            body=one.body,
            next_at=moment,
            # A time of its own for each, so that they are sent and listed in the order of the feed.
            created_at=moment + timedelta(microseconds=place),
        )
        for place, one in enumerate(messages)
    ]
    Delivery.objects.bulk_create(rows)
    change: dict[str, Any] = {"feed_cursor": feed_cursor}
    if rows:
        change["next_attempt_at"] = Least("next_attempt_at", Now())
    Webhook.objects.filter(pk=webhook.pk).update(**change)


@transaction.atomic
def ping(webhook: Webhook) -> Delivery | None:
    """Queue a message without an event, to see whether it arrives. It is tried once.

    Gives None if the webhook is gone.
    """
    found = _locked(webhook.pk).annotate(moment=Now()).first()
    if found is None:
        return None
    moment: datetime = found.moment
    body = {
        "number": None,
        "game": None,
        "event": None,
        "type": PING,
        "at": moment,
        "data": {"webhook": webhook.pk},
        "players": {},
        "hash": None,
    }
    delivery = Delivery.objects.create(
        webhook=webhook, type=PING, body=dump(body), next_at=moment, created_at=moment
    )
    _look_now(webhook)
    return delivery


@transaction.atomic
def again(webhook: Webhook, delivery_id: str) -> Delivery | None:
    """Queue a message once more, with its own id and all its attempts; None if there is no such.

    A message that is due anyway stays as it is.
    """
    # Changing the webhook's row takes its lock.
    gone = not _look_now(webhook)
    found = webhook.deliveries.filter(pk=delivery_id)
    due = Q(state=Delivery.State.WAITING, next_at__lte=Now())
    found.exclude(due).update(state=Delivery.State.WAITING, attempts=0, next_at=Now())
    delivery = None if gone else found.first()
    if delivery is None:
        transaction.set_rollback(True)
    return delivery


def _look_now(webhook: Webhook) -> bool:
    """Make the webhook due; False if it is gone."""
    found = Webhook.objects.filter(pk=webhook.pk)
    return found.update(next_attempt_at=Least("next_attempt_at", Now())) > 0


# -- claimed


@transaction.atomic
def claim(*, slow: bool = True) -> Webhook | None:
    """The enabled webhook that has waited longest with something due, for this sender alone.

    At most one webhook of a player, and one more that is slow, is claimed at a time, so that having many
    gives nobody a greater share. `slow` says whether it may be one that is slow, failing or new.
    """
    # One sender at a time, so that each sees what the others have claimed.
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [CLAIMING])
    free = Q(busy_until__isnull=True) | Q(busy_until__lte=Now())
    rows = Webhook.objects.filter(
        free, enabled=True, next_attempt_at__lte=Now(), player__is_active=True
    )
    busy = Webhook.objects.filter(busy_until__gt=Now())
    rows = rows.exclude(Exists(busy.filter(player=OuterRef("player"), slow=OuterRef("slow"))))
    if not slow or busy.filter(slow=True).count() >= SLOW_AT_ONCE:
        rows = rows.filter(slow=False)
    webhook = (
        rows.select_for_update(skip_locked=True, of=("self",), no_key=True)
        .order_by("next_attempt_at")
        .first()
    )
    if webhook is not None:
        _lease(webhook)
    return webhook


def next_due(webhook: Webhook) -> Delivery | None:
    """The first due delivery of a claimed webhook, with the time as `moment`; the claim is renewed.

    None if nothing is due, or if the webhook was disabled or is gone.
    """
    due = (
        Delivery.objects.filter(webhook=webhook, state=Delivery.State.WAITING, next_at__lte=Now())
        .filter(webhook__enabled=True, webhook__player__is_active=True)
        .select_related("webhook")
        .annotate(moment=Now())
        .order_by("created_at")
        .first()
    )
    if due is not None:
        _lease(webhook)
    return due


@transaction.atomic
def release(webhook: Webhook) -> None:
    """Give a claim up. If more is due for the webhook, it goes to the end of the queue."""
    found = _locked(webhook.pk).annotate(moment=Now()).first()
    if found is None:
        return
    waiting = found.deliveries.filter(state=Delivery.State.WAITING)
    soonest = waiting.aggregate(soonest=models.Min("next_at"))["soonest"]
    moment: datetime = found.moment
    found.next_attempt_at = None if soonest is None else max(soonest, moment)
    found.busy_until = None
    found.save(update_fields=["next_attempt_at", "busy_until"])


def _lease(webhook: Webhook) -> None:
    Webhook.objects.filter(pk=webhook.pk).update(busy_until=Now() + LEASE)


# -- what came of it


@transaction.atomic
def write_down(delivery: Delivery, at: datetime, outcome: Outcome) -> str:
    """Note the outcome of an attempt, and decide what follows.

    Gives what has become of the message: `delivered`, `retried` or `failed`.
    """
    webhook = _locked(delivery.webhook_id).first()
    found = Delivery.objects.filter(pk=delivery.pk).select_for_update().first()
    if webhook is None or found is None:
        return "failed"  # Deleted meanwhile.
    Attempt.objects.create(
        delivery=found,
        at=at,
        status=outcome.status,
        error=outcome.error or "",
        milliseconds=outcome.milliseconds,
    )
    found.attempts += 1
    webhook.slow = outcome.error is not None or outcome.milliseconds > SLOW
    if outcome.error is None:
        webhook.failing_since, webhook.proven = None, True
        found.state, found.next_at = Delivery.State.DELIVERED, None
    else:
        webhook.failing_since = webhook.failing_since or at
        _try_again_or_give_up(webhook, found, at, outcome)
    found.save(update_fields=["state", "attempts", "next_at"])
    changed = ["proven", "slow", "failing_since", "enabled", "disabled_at", "disabled_why"]
    webhook.save(update_fields=changed)
    return "retried" if found.state == Delivery.State.WAITING else found.state


def _try_again_or_give_up(
    webhook: Webhook, delivery: Delivery, at: datetime, outcome: Outcome
) -> None:
    gone = outcome.status == HTTPStatus.GONE
    waits = [] if gone or delivery.type == PING else settings.TIDE_WEBHOOKS_RETRIES
    if delivery.attempts <= len(waits):
        # With some chance in it, so that messages that failed together are not retried together.
        wait = waits[delivery.attempts - 1] * uniform(0.8, 1.2)
        delivery.next_at = at + timedelta(milliseconds=outcome.milliseconds) + wait
        return
    delivery.state, delivery.next_at = Delivery.State.FAILED, None
    if not webhook.enabled:
        return
    if gone:
        _disable(webhook, Webhook.Why.GONE, at)
    elif delivery.type != PING and _nothing_has_succeeded(webhook, delivery):
        _disable(webhook, Webhook.Why.FAILED, at)


def _nothing_has_succeeded(webhook: Webhook, delivery: Delivery) -> bool:
    """Whether every attempt has failed since the first one of this delivery."""
    first = delivery.log.order_by("-at", "-pk")[delivery.attempts - 1 : delivery.attempts].get()
    return webhook.failing_since is not None and webhook.failing_since <= first.at


def _disable(webhook: Webhook, why: Webhook.Why, at: datetime) -> None:
    webhook.enabled, webhook.disabled_at, webhook.disabled_why = False, at, why
    log.info("Webhook %s is disabled: %s", webhook.pk, why)
    disabled.send(Webhook, webhook=webhook)


def note_signed_out(player: Player) -> None:
    """Send the signal for webhooks that the database has disabled, in this transaction, with an epoch."""
    ended = player.webhooks.filter(
        disabled_why=Webhook.Why.SIGNED_OUT, disabled_at=TransactionNow()
    )
    for webhook in ended.order_by("created_at", "pk"):
        disabled.send(Webhook, webhook=webhook)


@receiver(post_save, sender=Player)
def _note_signed_out(instance: Player, update_fields: frozenset[str] | None, **_: object) -> None:
    if update_fields is not None and not Player.ENDS_EPOCH.isdisjoint(update_fields):
        note_signed_out(instance)


def _locked(webhook_id: str) -> "models.QuerySet[Webhook]":
    return Webhook.objects.select_for_update(no_key=True).filter(pk=webhook_id)


# -- forgotten


@transaction.atomic
def delete(player: Player, webhook_id: str) -> bool:
    """Delete a player's webhook with all its deliveries; False if she has no such webhook."""
    # Every writer of a delivery holds the lock of its webhook's row.
    found = Webhook.objects.select_for_update().filter(player=player, pk=webhook_id).first()
    if found is None:
        return False
    found.delete()
    return True


@transaction.atomic
def prune() -> int:
    """Delete some of the deliveries that are too old to be shown. Gives how many."""
    oldest = Now() - timedelta(days=settings.TIDE_WEBHOOKS_DAYS)
    old = Delivery.objects.filter(created_at__lt=oldest).select_for_update(skip_locked=True)
    some = list(old.order_by("created_at").values_list("pk", flat=True)[:PRUNE])
    Delivery.objects.filter(pk__in=some).delete()
    return len(some)
