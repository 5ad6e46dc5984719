"""Celery tasks of notifications. Each may be lost or run twice without harm."""

from celery import shared_task
from django.dispatch import receiver

from common.tasks import Task
from games.repository import signals
from notifications.delivery import outbox, outbox_entries, sender
from notifications.models import ReceivedMail
from notifications.questions import secrets
from notifications.webhooks import feed_events
from notifications.webhooks import outbox as webhook_outbox
from notifications.webhooks import sender as webhook_sender


@receiver(signals.feeds_changed)
def send_for_feeds(with_webhooks: list[int] | None, told: list[int] | None, **_: object) -> None:
    """Have workers look at the feeds of players with webhooks, and of those with other receivers."""
    if with_webhooks:
        enqueue_for_webhooks.delay_on_commit(with_webhooks)
    if told:
        queue_notices.delay_on_commit(told)


@shared_task(base=Task)
def enqueue_for_webhooks(players: list[int]) -> None:
    """Queue for the webhooks of these players what is new in their feeds."""
    for _ in range(sum(feed_events.enqueue_events(player) for player in players)):
        send_webhooks.delay_on_commit()


@shared_task(base=Task)
def send_webhooks() -> None:
    """Send what is due to webhooks."""
    webhook_sender.send_due()


@shared_task
def catch_up_webhooks() -> None:
    """Make up for lost messages to `enqueue_for_webhooks`."""
    enqueue_for_webhooks(feed_events.list_left_behind())


@shared_task(base=Task)
def queue_notices(players: list[int]) -> None:
    """Queue what the receivers of these players are to be told of what is new in their feeds."""
    for _ in range(sum(outbox_entries.queue_notices(player) for player in players)):
        send_notices.delay_on_commit()


@shared_task(base=Task)
def send_notices() -> None:
    """Send the notices that are due."""
    sender.send_due()


@shared_task
def catch_up_notices() -> None:
    """Make up for lost messages to `queue_notices`."""
    queue_notices(outbox_entries.left_behind())


@shared_task
def tidy() -> None:
    """Remove what was sent so long ago that no list shows it."""
    for one in (outbox.OUTBOX, webhook_outbox.OUTBOX):
        while one.prune():
            pass
    secrets.prune()
    ReceivedMail.objects.prune()
