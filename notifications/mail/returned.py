"""What a service says of mail that came back: django-anymail's signals, where that is installed.

A mail server's own refusals and reports go the other way (`players.mail.transport`, `notifications.replies`).
"""

from typing import Any

from players.mail import reachable


def listen() -> None:
    """Hear of bounces and complaints, if there is a service that may tell of them."""
    try:
        from anymail.signals import tracking  # noqa: PLC0415  An extra.
    except ImportError:
        return
    tracking.connect(note, dispatch_uid="notifications.mail.returned")


def note(event: Any, **_: object) -> None:
    """One event of a service's webhook."""
    match event.event_type:
        case "bounced":
            # What is rejected for another reason than the address may be taken the next time.
            reachable.bounced(
                event.recipient, permanent=event.reject_reason in {"bounced", "invalid"}
            )
        case "complained":
            reachable.complained(event.recipient)
