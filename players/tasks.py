"""Celery tasks of players. Each may be lost or run twice without harm."""

import logging

from celery import shared_task

from players import housekeeping
from players.mail import sender
from players.privacy import erasure, exports

log = logging.getLogger(__name__)


@shared_task
def tidy() -> None:
    """Remove what has expired or is too old to be shown."""
    if removed := housekeeping.remove_expired():
        log.info("Removed: %s", ", ".join(f"{count} {what}" for what, count in removed.items()))


@shared_task
def send_letters() -> None:
    """Send the letters that are due."""
    sender.send_due()


@shared_task
def build_exports() -> None:
    """Go on with exports."""
    exports.build_some()


@shared_task
def end_accounts() -> None:
    """Erase what is due of accounts that end."""
    erasure.erase_due()
