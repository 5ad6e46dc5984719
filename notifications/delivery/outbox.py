"""Rows of notifications: how they are stored, and which are sent as one message.

A receiver is claimed as a webhook is (`common.outbox`), so that one worker at a time sends to it.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now

from common.outbox.queue import Outbox
from notifications.channels import CHANNELS
from notifications.models import Notification, NotificationAttempt, Receiver
from notifications.notice import ASKS
from players.sandbox import register_times


def reachable_receivers() -> Q:
    """Return the condition for receivers whose channel is not away as a whole."""
    away = [one.name for one in CHANNELS.values() if one.is_away()]
    return ~Q(channel__in=away) if away else Q()


OUTBOX = Outbox(
    Receiver,
    Notification,
    NotificationAttempt,
    to="receiver",
    claiming=4_211_705_534,
    reachable=reachable_receivers,
)


def enqueue(rows: Sequence[Notification]) -> int:
    """Store rows, each cause once for its receiver; return how many receivers are due now.

    The caller holds the locks of the receivers.
    """
    Notification.objects.bulk_create(rows, ignore_conflicts=True)
    first: dict[str, datetime] = {}
    for notification in rows:
        receiver, at = notification.receiver_id, notification.next_at
        assert at is not None  # noqa: S101  Each is new, and waits.
        first[receiver] = min(at, first.get(receiver, at))
    for receiver, at in first.items():
        OUTBOX.wake_receiver(receiver, at)
    return OUTBOX.count_due(first)


def delete_closed_questions(receivers: Sequence[Receiver], closed: dict[str, int]) -> None:
    """Delete waiting rows about questions of closed turns; `closed` has the last closed turn by game."""
    if not closed:
        return
    in_closed_turns = Q()
    for game, turn in closed.items():
        in_closed_turns |= Q(game=game, turn__lte=turn)
    waiting = Notification.objects.filter(receiver__in=receivers, state=Notification.State.WAITING)
    waiting.filter(in_closed_turns, kind__in=ASKS).delete()


@transaction.atomic
def mark_next_batch(receiver: Receiver, limit: int) -> list[Notification]:
    """Return the rows that form the next message to a claimed receiver; empty for none.

    `limit` is how many may go as one; the rest goes with the next. Rows of one message are marked with its id
    in this transaction: a message that failed is tried again unchanged.
    """
    first = OUTBOX.next_due(receiver)
    if first is None:
        return []
    if first.message:
        batch = OUTBOX.waiting(receiver).filter(message=first.message)
    elif limit > 1 and first.put_off:
        batch = OUTBOX.waiting(receiver).filter(put_off=True, message="", next_at__lte=Now())
    else:
        return [first]
    ids = [one.pk for one in batch[:limit]]
    rows = Notification.objects.filter(pk__in=ids)
    rows.filter(message="").update(message=first.pk)
    return list(rows.order_by("created_at"))


def waits_for_rows(game_id: str) -> bool:
    """Return whether a waiting notification still needs the feed's rows of a game."""
    waiting = Notification.objects.filter(
        game=game_id, state=Notification.State.WAITING, number__isnull=False
    )
    return waiting.filter(receiver__enabled=True, receiver__player__is_active=True).exists()


@transaction.atomic
def delete_or_defer(
    gone: Sequence[Notification], later: Sequence[tuple[Notification, datetime]]
) -> None:
    """Delete rows that are no longer needed, and put off those for a later hour."""
    if gone:
        Notification.objects.filter(pk__in=[one.pk for one in gone]).delete()
    for one, at in later:
        waiting = Notification.objects.filter(pk=one.pk, state=Notification.State.WAITING)
        waiting.update(next_at=at, put_off=True, message="")


def register_sandbox_times() -> None:
    """Register when notices that wait are sent, and when their receivers are tried."""
    register_times(lambda player: Notification.objects.filter(receiver__player=player), "next_at")
    register_times(
        lambda player: Receiver.objects.filter(player=player), "next_attempt_at", "retry_at"
    )
