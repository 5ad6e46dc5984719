"""Mail in from a service that calls us, by django-anymail's signal (an extra).

Whatever is raised here makes the call fail, and the service makes it again: no mail is lost.
"""

import logging
from email.policy import default
from typing import Any

from notifications.replies import address
from notifications.replies.outcome import Outcome
from tideapi.extras import is_installed

log = logging.getLogger(__name__)

AS_IT_CAME = default.clone(refold_source="none")
"""Signatures are about every line of a header; by itself Python folds long ones anew."""


def connect() -> None:
    """Hear of mail that services bring, where all that takes is installed."""
    if not (is_installed("anymail") and is_installed("mail-in")):
        return
    from anymail.signals import inbound  # noqa: PLC0415

    inbound.connect(_inbound, dispatch_uid="notifications.replies")


def _inbound(sender: object, event: Any, **_: Any) -> Outcome:
    from notifications.replies import receiving  # noqa: PLC0415  An extra.

    message = event.message
    try:
        raw = message.as_bytes(policy=AS_IT_CAME)
    except Exception as error:  # noqa: BLE001  The library raises whatever it stumbles over.
        log.info("mail in: %s: %s", Outcome.MALFORMED, type(error).__name__)
        return Outcome.MALFORMED
    known = message.envelope_recipient
    recipient = known if known and address.is_ours(known) else None
    return receiving.receive(raw, recipient, message.envelope_sender)
