"""What Celery may ring for. Each task may be lost or run twice without harm.

Why so: docs/why.md#message-for-bots.
"""

from celery import shared_task

from games import botplay, deadlines, hooks, tally, wake
from players.webhooks import sending


@shared_task
def sweep() -> None:
    """Close what is due, and make up for whatever a lost message should have done."""
    if not deadlines.just_swept():
        deadlines.sweep()


@shared_task
def move_bots() -> None:
    """Let bots answer what they are asked, those first that are next."""
    botplay.move_due()


@shared_task
def tell_webhooks(players: list[int]) -> None:
    """Hand over to the webhooks of these players what is new in their feeds."""
    wake.senders(sum(hooks.tell(player) for player in players))


@shared_task
def send_webhooks() -> None:
    """Send what is due to webhooks."""
    tally.sent(sending.send_due())


@shared_task
def look_after_webhooks() -> None:
    """Make up for lost messages to webhooks."""
    tell_webhooks(hooks.left_behind())
