"""The address to which a question may be answered, and the secret in an address."""

import re

from django.conf import settings

from notifications.notice import Notice
from notifications.questions import secrets

LOCAL = re.compile(rf"(?:play|bounce)\+({secrets.PATTERN})", re.IGNORECASE)


def reply_to(notice: Notice) -> str | None:
    """An address of this question alone, dead with its turn; None where nothing comes in, or is asked."""
    if not settings.TIDE_REPLY_DOMAIN:
        return None
    secret = secrets.of(notice)
    return None if secret is None else of(secret)


def return_path(notice: Notice) -> str | None:
    """The sender of a mail's envelope, by which a report that it did not arrive says whose it was."""
    address = reply_to(notice)
    return None if address is None else address.replace("play+", "bounce+", 1)


def of(secret: str) -> str:
    return f"play+{secret}@{settings.TIDE_REPLY_DOMAIN}"


def secret_in(address: str) -> str | None:
    """The secret in an address of ours, in small letters; None if it is no such address."""
    local, _, domain = address.strip().strip("<>").rpartition("@")
    if not settings.TIDE_REPLY_DOMAIN or domain.lower() != settings.TIDE_REPLY_DOMAIN.lower():
        return None
    match = LOCAL.fullmatch(local.strip('"'))
    return match and match[1].lower()
