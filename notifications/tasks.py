"""Celery tasks of notifications. Each may be lost or run twice without harm."""

from celery import shared_task
from django.dispatch import receiver

from common.tasks import Task
from games.repository import signals
from notifications.delivery import outbox, outbox_entries, sender
from notifications.questions import secrets
from notifications.replies import done


@shared_task(base=Task)
def hand_over(players: list[int]) -> None:
    """Write down what the receivers of these players are to be told of what is new in their feeds."""
    for _ in range(sum(outbox_entries.hand_over(player) for player in players)):
        send.delay_on_commit()


@receiver(signals.feeds_changed)
def send_for_receivers(told: list[int] | None, **_: object) -> None:
    """Have a worker look at the feeds of players with receivers."""
    if told:
        hand_over.delay_on_commit(told)


@shared_task(base=Task)
def send() -> None:
    """Send the notices that are due."""
    sender.send_due()


@shared_task
def catch_up() -> None:
    """Make up for lost messages to `hand_over`."""
    hand_over(outbox_entries.left_behind())


@shared_task
def tidy() -> None:
    """Remove what was told so long ago that no list shows it."""
    while outbox.OUTBOX.prune():
        pass
    secrets.prune()
    done.prune()
