"""The tasks of what people are told, for Celery. Each may be lost or run twice without harm."""

from celery import shared_task
from django.dispatch import receiver

from games.repository import signals
from notifications.questions import secrets
from notifications.replies import done
from notifications.telling import handing_over, outbox, sending
from tideapi.task import Task


@shared_task(base=Task)
def hand_over(players: list[int]) -> None:
    """Write down what the receivers of these players are to be told of what is new in their feeds."""
    for _ in range(sum(handing_over.hand_over(player) for player in players)):
        send.delay_on_commit()


@receiver(signals.feeds_changed)
def send_for_receivers(told: list[int] | None, **_: object) -> None:
    """Have a worker look at the feeds of players with receivers."""
    if told:
        hand_over.delay_on_commit(told)


@shared_task(base=Task)
def send() -> None:
    """Send the notices that are due."""
    sending.send_due()


@shared_task
def catch_up() -> None:
    """Make up for lost messages to `hand_over`."""
    hand_over(handing_over.left_behind())


@shared_task
def tidy() -> None:
    """Remove what was told so long ago that no list shows it."""
    while outbox.OUTBOX.prune():
        pass
    secrets.prune()
    done.prune()
