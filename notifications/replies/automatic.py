"""Mail that no person has written: it is never answered, and never plays."""

from email.utils import parseaddr

from django.conf import settings

from notifications.replies.parsing import Mail

MACHINES = {"X-Autoreply", "X-Autorespond", "X-Auto-Reply", "Auto-Reply"}
"""Headers by which those say so that do not know RFC 3834."""
PRECEDENCES = {"bulk", "junk", "list", "auto_reply"}


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


def _is_ours(sender: str | None) -> bool:
    own = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].lower()
    domain = settings.TIDE_REPLY_DOMAIN.lower()
    return sender is not None and (sender == own or sender.endswith(f"@{domain}"))
