"""Mail in from a mailbox (IMAP), for operators without a mail server of their own.

A mail gets a flag once it is handled; without the flag it is fetched again. A mail whose handling raises is
fetched less and less often, and gets another flag in the end, by which the operator finds it. There is no
dialogue with a mail server here, so a player is told of a refused mail by a letter.

The standard library's client returns a mail byte for byte as it came, as its signatures need.
"""

import imaplib
import logging
import re
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.db import close_old_connections

from notifications.replies import mail_handler
from notifications.replies.outcome import Later, ReplyOutcome
from tideapi.rest import log_lines

log = logging.getLogger(__name__)

DONE = "TideDone"
"""The keyword of handled mails. They stay in the mailbox, for its owner to keep or delete."""
FAILED = "TideFailed"
"""The keyword of mails that are given up because their handling raises."""
MAX_FAULTS = 12
"""How often a mail's handling may raise.

It is tried at the 2nd, 4th, 8th poll: for a day and a half, by default.
"""
PORT = 143
PORTS = {"imap": PORT, "imaps": 993}
TIMEOUT = 20.0
"""Seconds that the mailbox's server has to answer."""
SIZE = re.compile(rb"RFC822\.SIZE (\d+)")

AWAY = (OSError, imaplib.IMAP4.error, Later)


def poll() -> None:
    """Fetch new mails at each interval; never returns. Errors of the mailbox's server are logged."""
    faults = Counter[str]()
    for turn in count(1):
        try:
            if done := fetch(faults, turn):
                log.info("Mail fetched: %s", ", ".join(f"{n} {what}" for what, n in done.items()))
        except AWAY as error:
            # Without its message, which may quote a mail.
            log.warning("The mailbox does not answer: %s", type(error).__name__)
        close_old_connections()
        time.sleep(settings.TIDE_IMAP_INTERVAL_SECONDS)


def fetch(faults: Counter[str], turn: int) -> Counter[str]:
    """Handle new mails in the mailbox once; return their number by outcome. Raises `AWAY`.

    `faults` is how often each mail has raised, and `turn` the number of this poll.
    """
    outcomes = Counter[str]()
    with _open_mailbox() as box:
        new = _run_command(box, "SEARCH", "UNKEYWORD", DONE, "UNKEYWORD", FAILED)
        for uid in b" ".join(_text_parts(new)).decode().split():
            if turn % 2 ** faults[uid]:
                continue
            outcome = _handle_mail(box, uid, faults)
            if outcome is not None:
                outcomes[outcome] += 1
                faults.pop(uid, None)
                _set_flag(box, uid, DONE)
            elif faults[uid] > MAX_FAULTS:
                del faults[uid]
                _set_flag(box, uid, FAILED)
                log.error("Mail %s of the mailbox is given up: it has the keyword %s", uid, FAILED)
    return outcomes


def _set_flag(box: imaplib.IMAP4, uid: str, keyword: str) -> None:
    _run_command(box, "STORE", uid, "+FLAGS.SILENT", f"({keyword})")


def _handle_mail(box: imaplib.IMAP4, uid: str, faults: Counter[str]) -> ReplyOutcome | None:
    """Handle one mail; return None if that fails now. A handler that raises is counted in `faults`."""
    size = SIZE.search(b" ".join(_text_parts(_run_command(box, "FETCH", uid, "(RFC822.SIZE)"))))
    if size is None:
        return ReplyOutcome.SEEN  # It was removed from the mailbox since the search.
    if int(size[1]) > settings.TIDE_MAX_MAIL_BYTES:
        return ReplyOutcome.TOO_LARGE
    found = _run_command(box, "FETCH", uid, "(BODY.PEEK[])")
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


def _run_command(
    box: imaplib.IMAP4, command: str, *about: str
) -> list[bytes | tuple[bytes, bytes]]:
    said, data = box.uid(command, *about)
    if said != "OK":
        raise imaplib.IMAP4.error(command)
    return [one for one in data if one is not None]


def _text_parts(data: list[bytes | tuple[bytes, bytes]]) -> Iterator[bytes]:
    for one in data:
        yield one if isinstance(one, bytes) else one[0]


@contextmanager
def _open_mailbox() -> Iterator[imaplib.IMAP4]:
    """Open the mailbox of TIDE_IMAP_URL."""
    parts = urlsplit(settings.TIDE_IMAP_URL)
    kind = imaplib.IMAP4_SSL if parts.scheme == "imaps" else imaplib.IMAP4
    port = parts.port or PORTS.get(parts.scheme, PORT)
    box = kind(str(parts.hostname), port, timeout=TIMEOUT)
    try:
        box.login(unquote(parts.username or ""), unquote(parts.password or ""))
        box.select(unquote(parts.path.strip("/")) or "INBOX")
        yield box
    finally:
        box.logout()
