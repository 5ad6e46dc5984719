"""Mail that no person has written, or that is a reaction alone: it is never answered, and never plays."""

import re
import unicodedata
from collections.abc import Sequence
from email.utils import parseaddr

from django.conf import settings

from notifications.replies.parsing import Mail

MACHINES = {"X-Autoreply", "X-Autorespond", "X-Auto-Reply", "Auto-Reply"}
"""Headers by which those say so that do not know RFC 3834."""
PRECEDENCES = {"bulk", "junk", "list", "auto_reply"}
REACTION = "text/vnd.google.email-reaction+json"
"""The part in which Gmail says a reaction to programs."""
REACTED = re.compile(r"\breacted (?:to your message|via)\b", re.IGNORECASE)
"""What Outlook and Gmail say of one to people; of Outlook's nothing else tells."""
PICTURES = {"So", "Sk"}
"""Categories of Unicode that emoji are in."""


def is_automatic(mail: Mail, envelope_sender: str | None) -> bool:
    """Whether a machine says so; None is an envelope that nobody knows.

    Our own mail that has come back to us counts as one.
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
    return _is_ours(mail.sender)


def is_reaction(mail: Mail, lines: Sequence[str]) -> bool:
    """Say whether a mail is a reaction to one of ours, such as a thumb up, and wishes nothing.

    `lines` are what its sender has written. RFC 9078 has a disposition for it.
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


def _is_ours(sender: str | None) -> bool:
    own = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].lower()
    domain = settings.TIDE_REPLY_DOMAIN.lower()
    return sender is not None and (sender == own or sender.endswith(f"@{domain}"))
