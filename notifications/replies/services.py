"""Mail services that call this server, by django-anymail's signals (an extra): mail in, and what bounced.

An error makes the call fail, and the service calls again: no mail is lost. A mail server's own refusals and
reports come another way (`players.mail.transport`, `notifications.replies.bounces`).
"""

import logging
from email.policy import default
from typing import Any

from common.optional_packages import is_installed
from notifications.replies import address
from notifications.replies.outcome import ReplyOutcome
from players.mail import reachable

log = logging.getLogger(__name__)

AS_IT_CAME = default.clone(refold_source="none")
"""The policy that keeps lines as they came.

Signatures cover every line of a header, and Python's default policy folds long ones again.
"""


def connect_inbound() -> None:
    """Connect to the signal of incoming mail, where the extras are installed."""
    if not (is_installed("anymail") and is_installed("mail-in")):
        return
    from anymail.signals import inbound  # noqa: PLC0415

    inbound.connect(_receive_inbound, dispatch_uid="notifications.replies")


def _receive_inbound(sender: object, event: Any, **_: Any) -> ReplyOutcome:
    from notifications.replies import mail_handler  # noqa: PLC0415  An extra.

    message = event.message
    try:
        raw = message.as_bytes(policy=AS_IT_CAME)
    except Exception as error:  # noqa: BLE001  The library raises whatever it stumbles over.
        log.info("mail in: %s: %s", ReplyOutcome.MALFORMED, type(error).__name__)
        return ReplyOutcome.MALFORMED
    known = message.envelope_recipient
    recipient = known if known and address.is_ours(known) else None
    return mail_handler.receive(raw, recipient, message.envelope_sender)


def connect_tracking() -> None:
    """Connect to the signal of bounces and complaints, where the extra is installed."""
    try:
        from anymail.signals import tracking  # noqa: PLC0415  An extra.
    except ImportError:
        return
    tracking.connect(record_event, dispatch_uid="notifications.replies.services")


def record_event(event: Any, **_: object) -> None:
    """Record one event of a service's webhook."""
    match event.event_type:
        case "bounced":
            # What is rejected for another reason than the address may be taken the next time.
            reachable.record_bounce(
                event.recipient, permanent=event.reject_reason in {"bounced", "invalid"}
            )
        case "complained":
            reachable.record_complaint(event.recipient)
