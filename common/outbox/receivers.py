"""Receivers enabled, disabled and deleted, in every channel."""

import logging
from datetime import datetime
from typing import Any

from django.db import models, transaction
from django.db.models.functions import Now
from django.dispatch import Signal

from common.outbox.models import Destination
from common.outbox.queue import R

log = logging.getLogger(__name__)

disabled = Signal()
"""Sent when the server disables a receiver (`receiver`), within the same transaction."""


def enable_receivers(found: "models.QuerySet[R]", **change: Any) -> None:
    """Enable those of these receivers that are disabled; their messages are tried now."""
    found.filter(enabled=False).update(
        enabled=True, disabled_at=None, disabled_why=None, **WITHOUT_BACK_OFF, **change
    )


WITHOUT_BACK_OFF: dict[str, Any] = {
    "failing_since": None,
    "failures": 0,
    "retry_at": None,
    "next_attempt_at": Now(),
}
"""The fields of a receiver without a back-off."""


def disable_for_player(found: "models.QuerySet[R]") -> None:
    """Disable those of these receivers that are enabled, on their player's request."""
    found.filter(enabled=True).update(
        enabled=False, disabled_at=Now(), disabled_why=Destination.Why.PLAYER
    )


@transaction.atomic
def delete_receiver(found: "models.QuerySet[R]") -> bool:
    """Delete a receiver with all of its messages; return False if there is none."""
    # Every writer of a message holds the lock of its receiver's row.
    receiver = found.select_for_update().first()
    if receiver is None:
        return False
    receiver.delete()
    return True


def end_with_app(found: "models.QuerySet[R]") -> None:
    """Disable the receivers that an ended app has set up; they belong to no app afterwards.

    The caller holds the lock of the player's row, under which apps set things up.
    """
    for receiver in found.select_for_update(no_key=True).annotate(moment=Now()).order_by("pk"):
        receiver.app = None
        if receiver.enabled:
            moment: datetime = receiver.moment  # type: ignore[attr-defined]
            disable_receiver(receiver, Destination.Why.SIGNED_OUT, moment)
        receiver.save(update_fields=["app", "enabled", "disabled_at", "disabled_why"])


def disable_receiver(receiver: Destination, why: Destination.Why, at: datetime) -> None:
    """Disable a receiver; the caller saves its row."""
    receiver.enabled, receiver.disabled_at, receiver.disabled_why = False, at, why
    log.info("The %s is disabled: %s", receiver, why)
    disabled.send(type(receiver), receiver=receiver)
