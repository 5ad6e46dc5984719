"""System checks of the settings of notifications."""

import re
from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, Error, Tags, register

from common.optional_packages import is_installed
from notifications.channels import apprise, vapid

MAX_DELAY = timedelta(days=1)

DOMAIN = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)+", re.IGNORECASE)
LISTEN = re.compile(r"/.+|\[?[\w.:-]+\]?:\d{1,5}")
LAST_PORT = 65535


@register()
def check_notice_delays(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """notifications.E001: `TIDE_NOTICE_DELAY` or `TIDE_LAST_CALL_LEAD_TIME` is out of range."""
    nothing = timedelta(0)
    wrong = [
        *(["TIDE_NOTICE_DELAY"] if not nothing <= settings.TIDE_NOTICE_DELAY <= MAX_DELAY else []),
        *(
            ["TIDE_LAST_CALL_LEAD_TIME"]
            if not nothing < settings.TIDE_LAST_CALL_LEAD_TIME <= MAX_DELAY
            else []
        ),
    ]
    hint = "Set it to an ISO 8601 duration up to P1D, such as PT1M."
    return [Error(f"{one} is out of range.", hint=hint, id="notifications.E001") for one in wrong]


@register()
def check_push_key(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """notifications.E201: `TIDE_PUSH_KEY` is no key."""
    if not settings.TIDE_PUSH_KEY:
        return []
    try:
        vapid.public_key()
    except vapid.NoKey:
        hint = "`manage.py newpushkey` makes one; without any there is no web push."
        return [Error("TIDE_PUSH_KEY is no key.", hint=hint, id="notifications.E201")]
    return []


@register()
def check_apprise_schemes(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """notifications.E202: `TIDE_APPRISE_SCHEMES` has a service that players could send to any host."""
    if not is_installed("apprise"):
        return []
    return [
        Error(
            f"{scheme} in TIDE_APPRISE_SCHEMES is none that can be listed.",
            hint="Only services that are at one place for all: no host stands in their addresses.",
            id="notifications.E202",
        )
        for scheme in settings.TIDE_APPRISE_SCHEMES
        if not apprise.free_of_hosts(scheme)
    ]


@register()
def check_reply_settings(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """notifications.E101: `TIDE_REPLY_DOMAIN` is no domain.

    notifications.E102: `TIDE_MAILIN_ADDRESS` is neither `HOST:PORT` nor a path.
    notifications.E103: `TIDE_IMAP_URL` is no address of a mailbox.
    notifications.E104: `TIDE_MAX_MAIL_BYTES` or `TIDE_MAILIN_THREADS` is below 1.
    """
    found = list[CheckMessage]()
    domain = settings.TIDE_REPLY_DOMAIN
    if domain and not DOMAIN.fullmatch(domain):
        message = f"TIDE_REPLY_DOMAIN is no domain: {domain!r}."
        found.append(Error(message, id="notifications.E101"))
    if not _can_be_listened_at(settings.TIDE_MAILIN_ADDRESS):
        message = "TIDE_MAILIN_ADDRESS is neither HOST:PORT nor a path."
        found.append(Error(message, id="notifications.E102"))
    if settings.TIDE_IMAP_URL and not _is_mailbox(settings.TIDE_IMAP_URL):
        # It may hold a password, so it is not quoted.
        message = "TIDE_IMAP_URL is none of imap:// and imaps://USER:PASSWORD@HOST/FOLDER."
        found.append(Error(message, id="notifications.E103"))
    if settings.TIDE_MAX_MAIL_BYTES < 1 or settings.TIDE_MAILIN_THREADS < 1:
        message = "TIDE_MAX_MAIL_BYTES and TIDE_MAILIN_THREADS must be at least 1."
        found.append(Error(message, id="notifications.E104"))
    return found


def _can_be_listened_at(place: str) -> bool:
    if not LISTEN.fullmatch(place):
        return False
    return place.startswith("/") or int(place.rpartition(":")[2]) <= LAST_PORT


def _is_mailbox(address: str) -> bool:
    try:
        url = urlsplit(address)
        return url.scheme in {"imap", "imaps"} and bool(url.hostname) and url.port != 0
    except ValueError:  # There is no such port, or no such host.
        return False


@register(Tags.security)
def check_reply_senders(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """notifications.W101: `TIDE_MAIL_TRUSTED` is on: a sender is believed.

    notifications.W102: mail comes in, and `MAIL_URL` is empty, so nothing is answered.
    """
    found = list[CheckMessage]()
    if settings.TIDE_REPLY_DOMAIN and settings.TIDE_MAIL_TRUSTED:
        hint = (
            "Unset TIDE_MAIL_TRUSTED, unless your mail server refuses all mail that is not proved."
        )
        message = "Every reply is believed to come from the sender that it names."
        found.append(checks.Warning(message, hint=hint, id="notifications.W101"))
    if settings.TIDE_REPLY_DOMAIN and not settings.TIDE_MAIL_ENABLED:
        hint = "Set MAIL_URL. What cannot be read is answered by mail."
        found.append(
            checks.Warning("Mail comes in, and none goes out.", hint=hint, id="notifications.W102")
        )
    return found
