"""Detection of automatic mail and of reactions: neither is answered, and neither plays."""

import re
import unicodedata
from collections.abc import Sequence
from email.utils import parseaddr

from django.conf import settings

from notifications.replies.incoming_mail import IncomingMail

MACHINES = {"X-Autoreply", "X-Autorespond", "X-Auto-Reply", "Auto-Reply"}
"""Headers of automatic mail from programs that do not know RFC 3834."""
PRECEDENCES = {"bulk", "junk", "list", "auto_reply"}
REACTION = "text/vnd.google.email-reaction+json"
"""Content type of the part that is Gmail's reaction."""
REACTED = re.compile(r"\breacted (?:to your message|via)\b", re.IGNORECASE)
"""Text of a reaction in Outlook and Gmail; Outlook's has no other mark."""
PICTURES = {"So", "Sk"}
"""Unicode categories that contain emoji."""


def is_automatic(mail: IncomingMail, envelope_sender: str | None) -> bool:
    """Return whether a mail is automatic; `envelope_sender` is None where it is not known.

    A mail of this server that has come back counts as automatic.
    """
    if envelope_sender in {"", "<>"} or mail.header("Return-Path") == "<>":
        return True
    submitted = mail.header("Auto-Submitted").split(";")[0].strip().lower()
    if submitted not in {"", "no"}:
        return True
    if any(mail.headers(name) for name in MACHINES) or mail.headers("List-Id"):
        return True
    if mail.header("Precedence").lower() in PRECEDENCES:
        return True
    return _is_from_this_server(mail.sender)


def is_reaction(mail: IncomingMail, lines: Sequence[str]) -> bool:
    """Return whether a mail is only a reaction, such as a thumb up.

    `lines` are what its sender has written. RFC 9078 has a disposition for reactions.
    """
    parts = [*mail.message.walk()]
    if any(one.get_content_disposition() == "reaction" for one in parts):
        return True
    if any(one.get_content_type() == REACTION for one in parts):
        return True
    return any(REACTED.search(one) or _is_picture(one) for one in lines[:1])


def _is_picture(line: str) -> bool:
    return not any(map(str.isalnum, line)) and any(
        unicodedata.category(one) in PICTURES for one in line
    )


def _is_from_this_server(sender: str | None) -> bool:
    own = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].lower()
    domain = settings.TIDE_REPLY_DOMAIN.lower()
    return sender is not None and (sender == own or sender.endswith(f"@{domain}"))
