"""The tasks of Celery's workers. Each may be lost or run twice without harm.

Why so: docs/why.md#message-for-bots.
"""

import logging

from celery import shared_task

from games import archiving
from games.feeds import webhooks
from games.models import Game
from games.seating import invitations
from games.store import counters, notify
from games.sweep import analysis, botplay, deadlines
from players.webhooks import sending
from tideapi.rest import log_lines

log = logging.getLogger(__name__)

ARCHIVE_SECONDS = 10.0
"""How long a worker archives games before something else has its turn."""


@shared_task
def sweep() -> None:
    """Close what is due, and make up for whatever a lost message should have done."""
    if not deadlines.just_swept():
        deadlines.sweep()


@shared_task
def sweep_along() -> None:
    """Take part in a sweep that has found more than one batch, however lately another has finished."""
    deadlines.sweep()


@shared_task
def tidy() -> None:
    """Remove invitations that are over and too old to be shown."""
    while invitations.prune() == invitations.PRUNE:
        pass


@shared_task
def archive() -> None:
    """Put games that are over for long into one row each, for some seconds."""
    counts = archiving.archive_due(ARCHIVE_SECONDS)
    if counts:
        log.info("Finished games: %s", ", ".join(f"{many} {what}" for what, many in counts.items()))


@shared_task
def move_bots() -> None:
    """Let bots answer what they are asked, those first that are next."""
    botplay.move_due()


@shared_task
def move_thinkers() -> None:
    """The same for bots that think long, by workers of their own."""
    botplay.move_due(thinkers=True)


@shared_task
def analyse(game_id: str) -> None:
    """Make the analysis of a finished game."""
    with log_lines.about(game_id):
        analysis.make(Game.objects.get(pk=game_id))


@shared_task
def enqueue_for_webhooks(players: list[int]) -> None:
    """Hand over to the webhooks of these players what is new in their feeds."""
    notify.senders(sum(webhooks.enqueue(player) for player in players))


@shared_task
def send_webhooks() -> None:
    """Send what is due to webhooks."""
    counters.sent(sending.send_due())


@shared_task
def catch_up_webhooks() -> None:
    """Make up for lost messages to webhooks."""
    enqueue_for_webhooks(webhooks.left_behind())
