"""The tasks of players for Celery. Each may be lost or run twice without harm."""

import logging

from celery import shared_task

from players import housekeeping

log = logging.getLogger(__name__)


@shared_task
def tidy() -> None:
    """Remove what has expired or is too old to be shown."""
    if removed := housekeeping.tidy():
        log.info("Removed: %s", ", ".join(f"{count} {what}" for what, count in removed.items()))
