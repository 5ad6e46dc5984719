"""The address to which a question may be answered, and the secret in an address."""

import re

from django.conf import settings

from notifications.notice import Notice
from notifications.questions import secrets

PLAY = re.compile(rf"play\+({secrets.PATTERN})", re.IGNORECASE)
BOUNCE = re.compile(r"bounce\+([a-z0-9.]+)", re.IGNORECASE)
NUMBER = re.compile(r"[0-9]{1,18}")
"""A row's number in an address: no database has a longer one, and Python refuses to read 5,000 digits."""
STOP = re.compile(r"stop\+([a-z0-9_.-]+)", re.IGNORECASE)


def reply_to(notice: Notice) -> str | None:
    """An address of this question alone, dead with its turn; None where nothing comes in, or is asked."""
    if not settings.TIDE_REPLY_DOMAIN:
        return None
    secret = secrets.of(notice)
    return None if secret is None else of(secret)


def of(secret: str) -> str:
    return f"play+{secret}@{settings.TIDE_REPLY_DOMAIN}"


def for_reports(token: str) -> str:
    """The address to which reports go that a mail did not arrive (`notifications.replies.returned`)."""
    return f"bounce+{token}@{settings.TIDE_REPLY_DOMAIN}"


def for_stopping(token: str) -> str:
    """The address at which mails stop (`notifications.replies.stopping`)."""
    return f"stop+{token}@{settings.TIDE_REPLY_DOMAIN}"


def secret_in(address: str) -> str | None:
    """The secret in an address of a question, in small letters; None if it is no such address."""
    return _found(PLAY, address)


def reports(address: str) -> str | None:
    """What says in an address which mail is reported, in small letters; None if it is no such address."""
    return _found(BOUNCE, address)


def stops(address: str) -> str | None:
    """What says in an address which mails are to stop, in small letters; None if it is no such address."""
    return _found(STOP, address)


def is_ours(address: str) -> bool:
    """Whether mail to this address may be meant for us."""
    return any(form(address) is not None for form in (secret_in, stops, reports))


def _found(form: re.Pattern[str], address: str) -> str | None:
    local, _, domain = address.strip().strip("<>").rpartition("@")
    if not settings.TIDE_REPLY_DOMAIN or domain.lower() != settings.TIDE_REPLY_DOMAIN.lower():
        return None
    match = form.fullmatch(local.strip('"'))
    return match and match[1].lower()


def is_same(one: str, other: str) -> bool:
    """Return whether both are the same address of ours."""
    forms = (secret_in, stops, reports)
    known = [form(one) for form in forms]
    return any(known) and known == [form(other) for form in forms]
