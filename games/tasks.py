"""The tasks of Celery's workers. Each may be lost or run twice without harm.

Those that code of games sends itself stand where they are sent; importing this module registers them.

Why so: docs/decisions/celery.md.
"""

import logging

from celery import shared_task
from django.dispatch import receiver

from common.tasks import Task
from games.background import (
    analysis,  # noqa: F401  It has a task.
    archiving,
    botplay,
    due_turns,
)
from games.feeds import webhooks
from games.lobby import invitations
from games.repository import counters, signals
from players.webhooks import sender

log = logging.getLogger(__name__)

ARCHIVE_SECONDS = 10.0
"""How long a worker archives games before something else has its turn."""


@shared_task
def sweep() -> None:
    """Close what is due, and make up for whatever a lost message should have done."""
    if not due_turns.just_swept():
        due_turns.sweep_due_turns()


@shared_task
def tidy() -> None:
    """Remove invitations that are over and too old to be shown."""
    while invitations.prune_invitations() == invitations.PRUNE:
        pass


@shared_task
def archive() -> None:
    """Put games that are over for long into one row each, for some seconds."""
    counts = archiving.archive_due(ARCHIVE_SECONDS)
    if counts:
        log.info("Finished games: %s", ", ".join(f"{many} {what}" for what, many in counts.items()))


@shared_task(base=Task)
def move_bots() -> None:
    """Let bots answer what they are asked, those first that are next."""
    botplay.move_due()


@receiver(signals.bots_due)
def send_for_bots(**_: object) -> None:
    """Have a worker move bots once this transaction is committed."""
    move_bots.delay_on_commit()


@shared_task(base=Task)
def move_thinkers() -> None:
    """Let bots that think long answer, by workers of their own."""
    botplay.move_due(thinkers=True)


@receiver(signals.thinkers_due)
def send_for_thinkers(**_: object) -> None:
    """Have a worker move bots that think long, once this transaction is committed."""
    move_thinkers.delay_on_commit()


@shared_task(base=Task)
def enqueue_for_webhooks(players: list[int]) -> None:
    """Hand over to the webhooks of these players what is new in their feeds."""
    for _ in range(sum(webhooks.enqueue_events(player) for player in players)):
        send_webhooks.delay_on_commit()


@receiver(signals.feeds_changed)
def send_for_webhooks(with_webhooks: list[int] | None, **_: object) -> None:
    """Have a worker look at the feeds of players with webhooks."""
    if with_webhooks:
        enqueue_for_webhooks.delay_on_commit(with_webhooks)


@shared_task(base=Task)
def send_webhooks() -> None:
    """Send what is due to webhooks."""
    counters.count_deliveries(sender.send_due())


@shared_task
def catch_up_webhooks() -> None:
    """Make up for lost messages to webhooks."""
    enqueue_for_webhooks(webhooks.list_left_behind())
