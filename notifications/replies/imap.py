"""Mail in from a mailbox (IMAP), for whoever cannot have a mail server bring it.

Every mail gets a flag of its own once it is done; without that it is fetched again. One whose handling raises
is fetched more and more seldom, and gets another flag in the end, by which its owner finds it. There is no
dialogue with anybody here, so of a mail that may not act its player is told by a letter.

The standard library's client gives a mail byte by byte as it came: what its signatures are about.
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

from games.play.faults import describe_place
from notifications.replies import receiving
from notifications.replies.outcome import Later, Outcome

log = logging.getLogger(__name__)

DONE = "TideDone"
"""The keyword of mails that are done. They stay in the mailbox: what becomes of them is its owner's."""
FAILED = "TideFailed"
"""The keyword of mails that are given up, because we raise over them: nothing else is done with them."""
MOST_FAULTS = 12
"""So often a mail may raise. It is tried at the 2nd, 4th, 8th poll: for a day and a half, by default."""
PORT = 143
PORTS = {"imap": PORT, "imaps": 993}
WITHIN = 20.0
"""Seconds that the mailbox's server has to answer."""
SIZE = re.compile(rb"RFC822\.SIZE (\d+)")

AWAY = (OSError, imaplib.IMAP4.error, Later)


def poll() -> None:
    """Fetch what is there, again and again; never returns. A server that is away is asked again."""
    faults = Counter[str]()
    for turn in count(1):
        try:
            if done := fetch(faults, turn):
                log.info("Mail fetched: %s", ", ".join(f"{n} {what}" for what, n in done.items()))
        except AWAY as error:
            # Without its message, which may quote a mail.
            log.warning("The mailbox does not answer: %s", type(error).__name__)
        close_old_connections()
        time.sleep(settings.TIDE_IMAP_EVERY)


def fetch(faults: Counter[str], turn: int) -> Counter[str]:
    """Do what has come into the mailbox, once. Gives how many mails had which outcome. Raises `AWAY`.

    `faults` is how often each mail has raised, and `turn` which poll this is.
    """
    outcomes = Counter[str]()
    with _mailbox() as box:
        new = _answer(box, "SEARCH", "UNKEYWORD", DONE, "UNKEYWORD", FAILED)
        for uid in b" ".join(_plain(new)).decode().split():
            if turn % 2 ** faults[uid]:
                continue
            outcome = _one(box, uid, faults)
            if outcome is not None:
                outcomes[outcome] += 1
                faults.pop(uid, None)
                _flag(box, uid, DONE)
            elif faults[uid] > MOST_FAULTS:
                del faults[uid]
                _flag(box, uid, FAILED)
                log.error("Mail %s of the mailbox is given up: it has the keyword %s", uid, FAILED)
    return outcomes


def _flag(box: imaplib.IMAP4, uid: str, keyword: str) -> None:
    _answer(box, "STORE", uid, "+FLAGS.SILENT", f"({keyword})")


def _one(box: imaplib.IMAP4, uid: str, faults: Counter[str]) -> Outcome | None:
    """Do one mail; None if it cannot be done now. That it raises is counted."""
    size = SIZE.search(b" ".join(_plain(_answer(box, "FETCH", uid, "(RFC822.SIZE)"))))
    if size is None:
        return Outcome.SEEN  # Somebody has removed it meanwhile.
    if int(size[1]) > settings.TIDE_MAIL_MOST:
        return Outcome.TOO_LARGE
    found = _answer(box, "FETCH", uid, "(BODY.PEEK[])")
    for part in found:
        if isinstance(part, tuple):
            try:
                return receiving.receive(part[1], None)
            except Later as why:
                log.warning("Mail is put off: %s", why)
            except Exception as error:  # noqa: BLE001  One mail must not hold up all others, nor be lost.
                faults[uid] += 1
                log.error("Mail is put off: %s", describe_place(error))  # noqa: TRY400  It might quote a card.
            return None
    return Outcome.SEEN


def _answer(box: imaplib.IMAP4, command: str, *about: str) -> list[bytes | tuple[bytes, bytes]]:
    said, data = box.uid(command, *about)
    if said != "OK":
        raise imaplib.IMAP4.error(command)
    return [one for one in data if one is not None]


def _plain(data: list[bytes | tuple[bytes, bytes]]) -> Iterator[bytes]:
    for one in data:
        yield one if isinstance(one, bytes) else one[0]


@contextmanager
def _mailbox() -> Iterator[imaplib.IMAP4]:
    """The mailbox of TIDE_IMAP_URL, opened."""
    parts = urlsplit(settings.TIDE_IMAP_URL)
    kind = imaplib.IMAP4_SSL if parts.scheme == "imaps" else imaplib.IMAP4
    port = parts.port or PORTS.get(parts.scheme, PORT)
    box = kind(str(parts.hostname), port, timeout=WITHIN)
    try:
        box.login(unquote(parts.username or ""), unquote(parts.password or ""))
        box.select(unquote(parts.path.strip("/")) or "INBOX")
        yield box
    finally:
        box.logout()
