"""Mail in from a service that calls us, by django-anymail's signal (an extra).

Whatever is raised here makes the call fail, and the service makes it again: no mail is lost.
"""

from email.policy import default
from typing import Any

from notifications.replies import address, receiving
from notifications.replies.outcome import Outcome
from notifications.replies.parsing import Mail

AS_IT_CAME = default.clone(refold_source="none")
"""Signatures are about every line of a header; by itself Python folds long ones anew."""


def connect() -> None:
    """Hear of mail that services bring, where django-anymail is installed."""
    try:
        from anymail.signals import inbound  # noqa: PLC0415
    except ImportError:
        return
    inbound.connect(_inbound, dispatch_uid="notifications.replies")


def _inbound(sender: object, event: Any, **_: Any) -> Outcome:
    message = event.message
    raw = message.as_bytes(policy=AS_IT_CAME)
    known = [message.envelope_recipient, *Mail(raw).recipients]
    recipient = next((one for one in known if one and address.is_ours(one)), "")
    return receiving.receive(raw, recipient, message.envelope_sender)
