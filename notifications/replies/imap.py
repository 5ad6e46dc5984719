"""Mail in from a mailbox (IMAP), for operators without a mail server of their own.

Mails are known by their numbers (UID), which every server has; keywords of its own a server may refuse, or
forget. The last number below which all mails are handled is stored. A mail whose handling raises is fetched
less and less often, and gets a flag in the end, by which the operator finds it. There is no dialogue with a
mail server here, so a player is told of a refused mail by a letter.

The standard library's client returns a mail byte for byte as it came, as its signatures need.
"""

import imaplib
import logging
import re
import ssl
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.db import InterfaceError, OperationalError, close_old_connections

from common.rest import log_lines
from games.clock.now import now
from games.models import Heartbeat
from notifications.models import MailboxPosition
from notifications.replies import mail_handler
from notifications.replies.outcome import Later, ReplyOutcome

log = logging.getLogger(__name__)

FAILED = r"\Flagged"
"""The flag of mails that are given up because their handling raises."""
MAX_FAULTS = 12
"""How often a mail's handling may raise.

It is tried at the 2nd, 4th, 8th poll: for a day and a half, by default.
"""
PORT = 143
PORTS = {"imap": PORT, "imaps": 993}
TIMEOUT = 20.0
"""Seconds that the mailbox's server has to answer."""
SIZE = re.compile(rb"RFC822\.SIZE (\d+)")
MAX_CAUSE_LENGTH = 200


class MailboxError(Exception):
    """The mailbox's server does not do what it is asked; the message has the command and the cause."""


AWAY = (OSError, imaplib.IMAP4.error, MailboxError, Later)


@dataclass(slots=True)
class MailboxProgress:
    """Mails above the stored position, as far as this process has tried them.

    `faults` is how often each mail has raised; `handled` are the mails that a mail below them holds up.
    """

    validity: int = 0
    faults: Counter[int] = field(default_factory=Counter)
    handled: set[int] = field(default_factory=set)


def poll() -> None:
    """Fetch new mails at each interval; never returns. Errors of the mailbox's server are logged."""
    progress = MailboxProgress()
    for turn in count(1):
        try:
            if done := fetch(progress, turn):
                log.info("Mail fetched: %s", ", ".join(f"{n} {what}" for what, n in done.items()))
        except AWAY as error:
            log.warning("No mail is fetched: %s", _describe_cause(error))
        close_old_connections()
        time.sleep(settings.TIDE_IMAP_INTERVAL_SECONDS)


def fetch(progress: MailboxProgress, turn: int) -> Counter[str]:
    """Handle new mails in the mailbox once; return their number by outcome. Raises `AWAY`.

    `turn` is the number of this poll.
    """
    outcomes = Counter[str]()
    with _open_mailbox() as box:
        validity = _read_validity(box)
        if validity != progress.validity:
            # The server numbers its mails in another way since then.
            progress.validity, progress.faults, progress.handled = validity, Counter(), set()
        position = _read_position(validity)
        uids = _find_mails_above(box, position)
        try:
            for uid in uids:
                if uid in progress.handled or turn % 2 ** progress.faults[uid]:
                    continue
                outcome = _handle_mail(box, uid, progress.faults)
                if outcome is not None:
                    outcomes[outcome] += 1
                elif progress.faults[uid] <= MAX_FAULTS:
                    continue
                else:
                    _give_up(box, uid)
                progress.faults.pop(uid, None)
                progress.handled.add(uid)
        finally:
            _store_position(progress, position, uids)
    _note_poll()
    return outcomes


def _give_up(box: imaplib.IMAP4, uid: int) -> None:
    log.error("Mail %s of the mailbox is given up: it has the flag %s", uid, FAILED)
    with suppress(MailboxError):  # A mailbox that can only be read has no flags.
        _run_command(box, "STORE", str(uid), "+FLAGS.SILENT", f"({FAILED})")


def _handle_mail(box: imaplib.IMAP4, uid: int, faults: Counter[int]) -> ReplyOutcome | None:
    """Handle one mail; return None if that fails now. A handler that raises is counted in `faults`."""
    answer = _run_command(box, "FETCH", str(uid), "(RFC822.SIZE)")
    size = SIZE.search(b" ".join(_text_parts(answer)))
    if size is None:
        return ReplyOutcome.SEEN  # It was removed from the mailbox since the search.
    if int(size[1]) > settings.TIDE_MAX_MAIL_BYTES:
        return ReplyOutcome.TOO_LARGE
    found = _run_command(box, "FETCH", str(uid), "(BODY.PEEK[])")
    for part in found:
        if isinstance(part, tuple):
            try:
                return mail_handler.receive(part[1], None)
            except Later as why:
                log.warning("Mail is put off: %s", why)
            except Exception as error:  # noqa: BLE001  One mail must not hold up all others, nor be lost.
                faults[uid] += 1
                log.error("Mail is put off: %s", log_lines.describe_place(error))  # noqa: TRY400  It might quote a card.
            return None
    return ReplyOutcome.SEEN


# -- the position


def _mailbox_name() -> str:
    """Return the name under which the position of the mailbox is stored, without the password."""
    parts = urlsplit(settings.TIDE_IMAP_URL)
    return f"{parts.username or ''}@{parts.hostname}:{_port()}/{_folder()}"


def _read_position(validity: int) -> int:
    """Return the number up to which all mails are handled; 0 in a new mailbox. Raises `Later`."""
    try:
        position = MailboxPosition.objects.filter(
            mailbox=_mailbox_name(), validity=validity
        ).first()
    except (OperationalError, InterfaceError) as error:
        raise Later("The database does not answer.") from error
    return 0 if position is None else position.uid


def _store_position(progress: MailboxProgress, position: int, uids: list[int]) -> None:
    """Store the number up to which all mails are handled, where it has grown. Raises `Later`."""
    waiting = [uid for uid in uids if uid not in progress.handled]
    reached = min(waiting) - 1 if waiting else max(uids, default=position)
    if reached <= position:
        return
    try:
        MailboxPosition.objects.update_or_create(
            mailbox=_mailbox_name(), defaults={"validity": progress.validity, "uid": reached}
        )
    except (OperationalError, InterfaceError) as error:
        raise Later("The database does not answer.") from error
    progress.handled = {uid for uid in progress.handled if uid > reached}


def _note_poll() -> None:
    """Record that the mailbox has been read. Raises `Later`."""
    try:
        Heartbeat.objects.update_or_create(name=Heartbeat.MAILBOX, defaults={"at": now()})
    except (OperationalError, InterfaceError) as error:
        raise Later("The database does not answer.") from error


# -- the server


def _read_validity(box: imaplib.IMAP4) -> int:
    """Return the number that changes when the server numbers its mails in another way (RFC 3501)."""
    _, found = box.response("UIDVALIDITY")
    return int(found[0]) if found and found[0] else 0


def _find_mails_above(box: imaplib.IMAP4, position: int) -> list[int]:
    """Return the numbers of the mails above the position, in their order."""
    answer = _run_command(box, "SEARCH", "UID", f"{position + 1}:*")
    found = map(int, b" ".join(_text_parts(answer)).split())
    # The star is the last mail, also where that is below the position.
    return sorted(uid for uid in found if uid > position)


def _run_command(
    box: imaplib.IMAP4, command: str, *about: str
) -> list[bytes | tuple[bytes, bytes]]:
    with _name_errors(command):
        status, data = box.uid(command, *about)
        _check_answer(status, data)
    return [one for one in data if one is not None]


def _check_answer(status: str, data: list[Any]) -> None:
    if status != "OK":
        raise imaplib.IMAP4.error(f"{status} {data}")


@contextmanager
def _name_errors(command: str) -> Iterator[None]:
    """Raise `MailboxError` for errors of this command."""
    try:
        yield
    except (OSError, imaplib.IMAP4.error) as error:
        raise MailboxError(f"{command}: {_describe_cause(error)}") from error


def _describe_cause(error: Exception) -> str:
    """Return what an error says, except where it may quote a mail."""
    if isinstance(error, OSError):
        return error.strerror or type(error).__name__
    cause = str(error)[:MAX_CAUSE_LENGTH]
    return type(error).__name__ if "unexpected response" in cause else cause


def _text_parts(data: list[bytes | tuple[bytes, bytes]]) -> Iterator[bytes]:
    for one in data:
        yield one if isinstance(one, bytes) else one[0]


def _port() -> int:
    parts = urlsplit(settings.TIDE_IMAP_URL)
    return parts.port or PORTS.get(parts.scheme, PORT)


def _folder() -> str:
    return unquote(urlsplit(settings.TIDE_IMAP_URL).path.strip("/")) or "INBOX"


@contextmanager
def _open_mailbox() -> Iterator[imaplib.IMAP4]:
    """Open the mailbox of TIDE_IMAP_URL."""
    parts = urlsplit(settings.TIDE_IMAP_URL)
    with _name_errors("connection"):
        box = _connect(str(parts.hostname), _port(), secure=parts.scheme == "imaps")
    try:
        with _name_errors("LOGIN"):
            box.login(unquote(parts.username or ""), unquote(parts.password or ""))
        with _name_errors(f"SELECT {_folder()}"):
            _check_answer(*box.select(_quote(_folder())))
        yield box
    finally:
        # What happened before says more than how this ends.
        with suppress(OSError, imaplib.IMAP4.error):
            box.logout()
        with suppress(OSError):
            box.shutdown()


def _connect(host: str, port: int, *, secure: bool) -> imaplib.IMAP4:
    if not secure:
        return imaplib.IMAP4(host, port, timeout=TIMEOUT)
    # Without a context the standard library takes any certificate.
    trusted = ssl.create_default_context()
    return imaplib.IMAP4_SSL(host, port, ssl_context=trusted, timeout=TIMEOUT)


def _quote(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
