"""Bounces and complaints that a mail service reports, by django-anymail's signals (an extra).

A mail server's own refusals and reports come another way (`players.mail.transport`, `notifications.replies`).
"""

from typing import Any

from players.mail import reachable


def listen() -> None:
    """Connect to the signal of bounces and complaints, where the extra is installed."""
    try:
        from anymail.signals import tracking  # noqa: PLC0415  An extra.
    except ImportError:
        return
    tracking.connect(note, dispatch_uid="notifications.mail.returned")


def note(event: Any, **_: object) -> None:
    """Record one event of a service's webhook."""
    match event.event_type:
        case "bounced":
            # What is rejected for another reason than the address may be taken the next time.
            reachable.record_bounce(
                event.recipient, permanent=event.reject_reason in {"bounced", "invalid"}
            )
        case "complained":
            reachable.record_complaint(event.recipient)
