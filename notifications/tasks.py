"""The tasks of what people are told, for Celery. Each may be lost or run twice without harm.

They are of the queue `hooks`, as those of webhooks are: whoever waits for a receiver holds up no game.
"""

from celery import shared_task

from games.store import notify
from notifications.questions import secrets
from notifications.replies import done
from notifications.telling import handing_over, outbox, sending


@shared_task
def hand_over(players: list[int]) -> None:
    """Write down what the receivers of these players are to be told of what is new in their feeds."""
    notify.tellers(sum(handing_over.hand_over(player) for player in players))


@shared_task
def send() -> None:
    """Send what is due."""
    sending.send_due()


@shared_task
def catch_up() -> None:
    """Make up for lost messages to `hand_over`."""
    hand_over(handing_over.left_behind())


@shared_task
def tidy() -> None:
    """Remove what was told so long ago that it is not shown any more."""
    while outbox.OUTBOX.prune():
        pass
    secrets.prune()
    done.prune()
