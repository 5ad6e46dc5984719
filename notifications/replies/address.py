"""Addresses of the reply domain, and the secrets in them."""

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
    """Return the reply address of this question; None if no mail comes in or nothing is asked."""
    if not settings.TIDE_REPLY_DOMAIN:
        return None
    secret = secrets.of(notice)
    return None if secret is None else of(secret)


def of(secret: str) -> str:
    return f"play+{secret}@{settings.TIDE_REPLY_DOMAIN}"


def for_reports(token: str) -> str:
    """Return the address for reports that a mail did not arrive (`notifications.replies.bounces`)."""
    return f"bounce+{token}@{settings.TIDE_REPLY_DOMAIN}"


def for_stopping(token: str) -> str:
    """Return the address that stops mails (`notifications.replies.stop_links`)."""
    return f"stop+{token}@{settings.TIDE_REPLY_DOMAIN}"


def secret_in(address: str) -> str | None:
    """Return the secret in a question's address, in small letters; None for another address."""
    return _find_token(PLAY, address)


def reports(address: str) -> str | None:
    """Return the token in an address for reports, in small letters; None for another address."""
    return _find_token(BOUNCE, address)


def stops(address: str) -> str | None:
    """Return the token in an address that stops mails, in small letters; None for another address."""
    return _find_token(STOP, address)


def is_ours(address: str) -> bool:
    """Return whether mail to this address may be meant for this server."""
    return any(form(address) is not None for form in (secret_in, stops, reports))


def _find_token(form: re.Pattern[str], address: str) -> str | None:
    local, _, domain = address.strip().strip("<>").rpartition("@")
    if not settings.TIDE_REPLY_DOMAIN or domain.lower() != settings.TIDE_REPLY_DOMAIN.lower():
        return None
    match = form.fullmatch(local.strip('"'))
    return match and match[1].lower()


def is_same(one: str, other: str) -> bool:
    """Return whether both are the same address of this server."""
    forms = (secret_in, stops, reports)
    known = [form(one) for form in forms]
    return any(known) and known == [form(other) for form in forms]
