"""Handing messages to the mail server: many over one connection, and never more than a few at a time.

A connection is kept open from one message to the next. A server that hangs holds up a few threads for some
seconds, and then counts as away (`players.mail.server`).

Why so: docs/why.md#mail-connections.
"""

import logging
import re
import smtplib
import time
from dataclasses import dataclass, field
from enum import StrEnum
from queue import Empty, LifoQueue
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import BadHeaderError, EmailMessage, get_connection
from django.core.mail.utils import DNS_NAME
from django.utils.encoding import punycode

from players.mail import reachable

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
"""Headers of all mail, so that no machine answers (RFC 3834); the others are what Outlook heeds."""
CONNECTIONS = 2
"""How many a process has at most."""
WAIT = 2.0
"""Seconds for which a message waits until one is free."""
MOST = 100
"""Messages over one connection; many servers take no more."""
IDLE = 5.0
"""Seconds after which a server is asked first whether the connection is still there."""
PERMANENT = 500
"""From this code on a mail server means that it will never take this letter (RFC 5321, section 4.2.1)."""
OK = 250
NOBODY_THERE = {550, 551, 553}
"""What it says where nobody has the address, if it says no more."""
ENHANCED = re.compile(rb"\s*5\.(\d{1,3})\.(\d{1,3})\b")
"""What it says besides (RFC 3463): 5.1.x is a bad address, 5.2.1 a mailbox that is closed."""


class Outcome(StrEnum):
    SENT = "sent"
    KEPT = "kept"
    """The server does not take it now; another attempt may do better."""
    AWAY = "away"
    """There is no connection to the server, so it takes nothing."""
    REFUSED = "refused"
    """It will never take it."""


@dataclass(slots=True)
class _Slot:
    """A place for a connection, and when and how often it was used."""

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
    """Have Django greet mail servers and make Message-IDs with it; a container's own name is its id."""
    DNS_NAME._fqdn = server_name()  # noqa: SLF001  It has no setting.


def send(message: EmailMessage) -> Outcome:
    """Send one message. An address that nobody has is marked (`players.mail.reachable`). Never raises."""
    try:
        slot = _slots.get(timeout=WAIT)
    except Empty:
        return Outcome.KEPT
    try:
        return _send(slot, message) if _opens(slot) else Outcome.AWAY
    finally:
        _slots.put(slot)


def can_connect() -> bool:
    """Return whether there is a connection to the server."""
    try:
        slot = _slots.get(timeout=WAIT)
    except Empty:
        return False
    try:
        return _opens(slot)
    finally:
        _slots.put(slot)


def _opens(slot: _Slot) -> bool:
    try:
        _open(slot)
    except (OSError, smtplib.SMTPException, AnymailError) as error:
        _close(slot)
        log.warning("There is no connection to the mail server: %s", type(error).__name__)
        return False
    return True


def _send(slot: _Slot, message: EmailMessage) -> Outcome:
    try:
        slot.used += 1
        slot.backend.send_messages([message])
        slot.at = time.monotonic()
    except smtplib.SMTPRecipientsRefused as error:
        return _refused(message, error)
    except AnymailRecipientsRefused:
        return Outcome.REFUSED  # What it knows of the address comes by its webhook.
    except BadHeaderError:
        return Outcome.REFUSED
    except (OSError, smtplib.SMTPException, AnymailError) as error:
        _close(slot)
        # Without the error's message, which may quote an address.
        log.warning("The mail server does not take a mail: %s", type(error).__name__)
        if isinstance(error, smtplib.SMTPDataError) and error.smtp_code >= PERMANENT:
            return Outcome.REFUSED
        return Outcome.KEPT
    return Outcome.SENT


def _refused(message: EmailMessage, error: smtplib.SMTPRecipientsRefused) -> Outcome:
    ((code, said),) = error.recipients.values()
    if code < PERMANENT:
        return Outcome.KEPT
    enhanced = ENHANCED.match(said)
    if nobody_there(code, *map(int, enhanced.groups()) if enhanced else ()):
        reachable.bounced(message.to[0], permanent=True)
    return Outcome.REFUSED


def nobody_there(reply: int, subject: int | None = None, detail: int | None = None) -> bool:
    """Whether a refusal is about the address, and not about who writes or what."""
    if subject is None:
        return reply in NOBODY_THERE
    return subject == 1 or (subject, detail) == (2, 1)


def server_address() -> str:
    """Return where the settings say that mail goes."""
    return f"{settings.EMAIL_BACKEND} {settings.EMAIL_HOST}:{settings.EMAIL_PORT}"


def _open(slot: _Slot) -> None:
    """A connection that is there, to the server that the settings name."""
    known = (server_address(), settings.EMAIL_FILE_PATH)
    if slot.settings != known or slot.used >= MOST or not _alive(slot):
        _close(slot)
        slot.backend, slot.settings = get_connection(), known
    slot.backend.open()


def _alive(slot: _Slot) -> bool:
    connection = getattr(slot.backend, "connection", None)
    if connection is None or time.monotonic() < slot.at + IDLE:
        return slot.backend is not None
    try:
        return bool(connection.noop()[0] == OK)
    except (OSError, smtplib.SMTPException):
        return False


def _close(slot: _Slot) -> None:
    backend, slot.backend, slot.used = slot.backend, None, 0
    if backend is not None:
        try:
            backend.close()
        except (OSError, smtplib.SMTPException):
            log.debug("A connection to the mail server was gone before it was closed.")
