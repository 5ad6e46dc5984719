"""Delivery to the mail server: many messages over one connection, with few connections at a time.

A connection is kept open from one message to the next. A server that hangs holds up a few threads for some
seconds, and then counts as away for all letters, notices and workers: one worker opens a connection from time
to time, and nothing is sent.
"""

import logging
import re
import smtplib
import time
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from queue import Empty, LifoQueue
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import BadHeaderError, EmailMessage, get_connection
from django.core.mail.utils import DNS_NAME
from django.db import transaction
from django.db.models.functions import Now
from django.utils.encoding import punycode

from players.mail import reachable
from players.models import MailServer

try:  # An extra, for operators who send by a service.
    from anymail.exceptions import AnymailError, AnymailRecipientsRefused
except ImportError:  # pragma: no cover

    class AnymailError(Exception):  # type: ignore[no-redef]
        pass

    class AnymailRecipientsRefused(AnymailError):  # type: ignore[no-redef, misc]
        pass


log = logging.getLogger(__name__)

FROM_A_MACHINE = {
    "Auto-Submitted": "auto-generated",
    "X-Auto-Response-Suppress": "All",
    "X-MS-Reactions": "disallow",
}
"""Headers of all mail, so that no program answers (RFC 3834); the others are Outlook's."""
CONNECTIONS = 2
"""Connections of a process, at most."""
WAIT = 2.0
"""Seconds for which a message waits for a free connection."""
MAX_MESSAGES_PER_CONNECTION = 100
"""Messages over one connection; many servers have this limit."""
IDLE = 5.0
"""Seconds after which a connection is tested before it is used."""
PERMANENT = 500
"""Lowest code of a permanent refusal (RFC 5321, section 4.2.1)."""
OK = 250
NOBODY_THERE = {550, 551, 553}
"""Codes for an unknown address, where there is no enhanced status."""
ENHANCED = re.compile(rb"\s*5\.(\d{1,3})\.(\d{1,3})\b")
"""Enhanced status (RFC 3463): 5.1.x is a bad address, 5.2.1 a mailbox that is closed."""


class MailOutcome(StrEnum):
    SENT = "sent"
    KEPT = "kept"
    """The server does not accept it now; another attempt may succeed."""
    AWAY = "away"
    """There is no connection to the server."""
    REFUSED = "refused"
    """The server will never accept it."""


@dataclass(slots=True)
class _Slot:
    """A place for a connection, with the time and number of its uses."""

    backend: Any = None
    settings: tuple[Any, ...] = ()
    used: int = 0
    at: float = field(default=0.0)


_slots: LifoQueue[_Slot] = LifoQueue()
for _ in range(CONNECTIONS):
    _slots.put(_Slot())


def server_name() -> str:
    """Return the name by which this server is known in mail: the host of `TIDE_URL`."""
    return punycode(urlsplit(settings.TIDE_URL).hostname or "localhost")


def use_server_name() -> None:
    """Make Django use this name in greetings and Message-IDs; a container's own name is its id."""
    DNS_NAME._fqdn = server_name()  # noqa: SLF001  It has no setting.


def send(message: EmailMessage) -> MailOutcome:
    """Send one message; mark its address if it does not exist (`players.mail.reachable`). Never raises."""
    try:
        slot = _slots.get(timeout=WAIT)
    except Empty:
        return MailOutcome.KEPT
    try:
        return _send_message(slot, message) if _try_open(slot) else MailOutcome.AWAY
    finally:
        _slots.put(slot)


def can_connect() -> bool:
    """Return whether there is a connection to the server."""
    try:
        slot = _slots.get(timeout=WAIT)
    except Empty:
        return False
    try:
        return _try_open(slot)
    finally:
        _slots.put(slot)


def _try_open(slot: _Slot) -> bool:
    try:
        _open_connection(slot)
    except (OSError, smtplib.SMTPException, AnymailError) as error:
        _close_connection(slot)
        log.warning("There is no connection to the mail server: %s", type(error).__name__)
        return False
    return True


def _send_message(slot: _Slot, message: EmailMessage) -> MailOutcome:
    try:
        slot.used += 1
        slot.backend.send_messages([message])
        slot.at = time.monotonic()
    except smtplib.SMTPRecipientsRefused as error:
        return _handle_refusal(message, error)
    except AnymailRecipientsRefused:
        return MailOutcome.REFUSED  # What it knows of the address comes by its webhook.
    except BadHeaderError:
        return MailOutcome.REFUSED
    except (OSError, smtplib.SMTPException, AnymailError) as error:
        _close_connection(slot)
        # Without the error's message, which may quote an address.
        log.warning("The mail server does not take a mail: %s", type(error).__name__)
        if isinstance(error, smtplib.SMTPDataError) and error.smtp_code >= PERMANENT:
            return MailOutcome.REFUSED
        return MailOutcome.KEPT
    return MailOutcome.SENT


def _handle_refusal(message: EmailMessage, error: smtplib.SMTPRecipientsRefused) -> MailOutcome:
    ((code, reason),) = error.recipients.values()
    if code < PERMANENT:
        return MailOutcome.KEPT
    enhanced = ENHANCED.match(reason)
    if nobody_there(code, *map(int, enhanced.groups()) if enhanced else ()):
        reachable.record_bounce(message.to[0], permanent=True)
    return MailOutcome.REFUSED


def nobody_there(reply: int, subject: int | None = None, detail: int | None = None) -> bool:
    """Return whether a refusal is about the address, and not about the sender or the content."""
    if subject is None:
        return reply in NOBODY_THERE
    return subject == 1 or (subject, detail) == (2, 1)


def server_address() -> str:
    """Return the address of the mail server in the settings."""
    return f"{settings.EMAIL_BACKEND} {settings.EMAIL_HOST}:{settings.EMAIL_PORT}"


def _open_connection(slot: _Slot) -> None:
    """Open a working connection to the server in the settings."""
    known = (server_address(), settings.EMAIL_FILE_PATH)
    if slot.settings != known or slot.used >= MAX_MESSAGES_PER_CONNECTION or not _is_alive(slot):
        _close_connection(slot)
        slot.backend, slot.settings = get_connection(), known
    slot.backend.open()


def _is_alive(slot: _Slot) -> bool:
    connection = getattr(slot.backend, "connection", None)
    if connection is None or time.monotonic() < slot.at + IDLE:
        return slot.backend is not None
    try:
        return bool(connection.noop()[0] == OK)
    except (OSError, smtplib.SMTPException):
        return False


def _close_connection(slot: _Slot) -> None:
    backend, slot.backend, slot.used = slot.backend, None, 0
    if backend is not None:
        try:
            backend.close()
        except (OSError, smtplib.SMTPException):
            log.debug("A connection to the mail server was gone before it was closed.")


WAITS = [timedelta(seconds=seconds) for seconds in (15, 30, 60, 120, 300)]
"""Waits after each failure; the last holds for all further ones."""
LEASE = timedelta(minutes=1)
"""How long one worker may take to test it: longer than the timeout of the mail server."""


def is_away() -> bool:
    """Return whether the mail server is away. This call tests it again where that is due."""
    found = MailServer.objects.filter(pk=server_address(), failures__gt=0)
    if not found.exists():
        return False
    if not found.filter(retry_at__lte=Now()).update(retry_at=Now() + LEASE):
        return True
    if not can_connect():
        _note_failure()
        return True
    found.update(failing_since=None, failures=0, retry_at=None)
    return False


def note_away() -> None:
    """Record that it was away for a message; once, however many workers notice."""
    _note_failure(first=True)


@transaction.atomic
def _note_failure(*, first: bool = False) -> None:
    """Extend the wait; with `first` only if there was no failure before."""
    name = server_address()
    MailServer.objects.bulk_create([MailServer(name=name)], ignore_conflicts=True)
    rows = MailServer.objects.select_for_update(no_key=True).annotate(moment=Now())
    server = rows.get(pk=name)
    if not (first and server.failures):
        server.note_failure(server.moment, WAITS)
        server.save(update_fields=["failing_since", "failures", "retry_at"])
