"""The sender: builds due notices for one receiver, passes them to its channel, stores the outcome.

No transaction is open while a channel is used. If a sender dies, another one sends the same messages once
more, with the same ids.
"""

import logging
import time
from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta

from common import counters
from common.outbox import outcome as outcomes
from common.outbox import sender
from common.outbox.outcome import Outcome
from games.clock.now import now
from notifications.channels import CHANNELS, Channel, DeliveryError
from notifications.delivery import outbox
from notifications.delivery.notice_builder import find_due_notices
from notifications.delivery.outbox import OUTBOX
from notifications.models import Notification, Receiver
from notifications.notice import Notice

log = logging.getLogger(__name__)

NOT_NEEDED = "not_needed"

OUTCOMES = ("delivered", "retried", "failed", "not_needed")
"""Outcomes of a message; `not_needed` is one that was no longer true when it was due."""
NOTICES = "tide:counters:notices"
"""Counters of messages, by `channel outcome`."""


def send_due(seconds: float = 15.0) -> Counter[str]:
    """Send what is due, for about so many seconds; return the number of messages by outcome."""
    return sender.send_due(OUTBOX, _send_to, seconds)


def _send_to(receiver: Receiver) -> Counter[str]:
    found = sender.send_in_turn(receiver, lambda: _send_next(receiver))
    if found:
        counters.add_counts(NOTICES, {f"{receiver.channel} {one}": n for one, n in found.items()})
    return found


def _send_next(receiver: Receiver) -> str | None:
    """Send one message; None if nothing is due."""
    channel = CHANNELS.get(receiver.channel)
    rows = outbox.mark_next_batch(receiver, 1 if channel is None else channel.max_notices)
    if not rows:
        return None
    moment = now()
    found = find_due_notices(receiver, rows, moment)
    outbox.delete_or_defer(found.gone, found.later)
    if not found.notices:
        return NOT_NEEDED
    notifications = [notification for notification, _ in found.notices]
    result = _notify_channel(
        channel, receiver, [notice for _, notice in found.notices], notifications, moment
    )
    return outcomes.record_attempt(OUTBOX, notifications, result)


def _notify_channel(
    channel: Channel | None,
    receiver: Receiver,
    notices: Sequence[Notice],
    rows: Sequence[Notification],
    moment: datetime,
) -> Outcome:
    """Return the outcome of passing notices to the channel; nothing that a channel does raises."""
    began = time.monotonic()
    failed, ours = _try_channel(channel, receiver, notices)
    milliseconds = round((time.monotonic() - began) * 1000)
    if failed is None:
        return Outcome(at=moment, milliseconds=milliseconds)
    return Outcome(
        at=moment,
        milliseconds=milliseconds,
        error="gone" if failed.permanent else "not_told",
        gone=failed.permanent,
        refused=failed.refused,
        # A test is tried once: the player waits for its outcome.
        test=any(notification.cause.startswith("test:") for notification in rows),
        least=timedelta(seconds=failed.wait or 0),
        blames=failed.permanent or not ours,
        more={"detail": str(failed)[:200]},
    )


def _try_channel(
    channel: Channel | None, receiver: Receiver, notices: Sequence[Notice]
) -> tuple[DeliveryError | None, bool]:
    """Return why the channel failed, if it did, and whether the fault is this server's own."""
    if channel is None:
        return DeliveryError("This server no longer has the channel."), True
    try:
        channel.notify(receiver.address, notices)
    except DeliveryError as error:
        return error, channel.fails_as_server
    except Exception:
        # One channel's failure must not hold up the messages of others.
        log.exception("The channel %s has raised", receiver.channel)
        return DeliveryError("The server could not say it.", refused=True), True
    return None, False
