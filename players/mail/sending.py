"""Sending letters: each is claimed, handed to the mail server, and removed.

A sender that dies between the last two sends a letter twice; none is lost. No transaction is open while the
mail server is spoken to.
"""

import logging
import threading
import time
from collections import Counter
from datetime import timedelta

from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now

from players.mail import resets, server, transport
from players.models import Letter
from tideapi.db.encrypted import WrongKey

log = logging.getLogger(__name__)

LEASE = timedelta(minutes=2)
"""How long a claim is good: longer than a mail server is waited for."""
WAITS = [timedelta(seconds=30), timedelta(minutes=2), timedelta(minutes=10), timedelta(hours=1)]
"""How long after each failure a letter is tried again; the last holds for all further ones."""
KEPT_FOR = timedelta(days=2)
"""How long a letter is tried. What is in it has mostly lost its worth by then."""
_sending = threading.Lock()
"""One thread of a process sends letters, so that a mail server which hangs holds up no webhooks."""


def send_due(seconds: float = 20.0) -> Counter[str]:
    """Send what is due, for about so many seconds. Gives how many letters had which outcome.

    It is `sent`, `kept` to be tried again, also where the mail server is `away`, `refused` for good, or too
    `late`. One that no key opens is `unopened`, and tried again too.
    """
    end = time.monotonic() + seconds
    outcomes = Counter[str]()
    if not _sending.acquire(blocking=False):
        return outcomes
    try:
        resets.answer_requests()
        while time.monotonic() < end and not server.is_away():
            if (letter := _claim()) is None:
                break
            outcome = _send(letter)
            outcomes[outcome] += 1
            if outcome == "kept":
                break  # The mail server may take nothing now: the other letters need not find out at once.
    finally:
        _sending.release()
    return outcomes


@transaction.atomic
def _claim() -> Letter | None:
    """The letter that has waited longest, for this sender alone."""
    due = Letter.objects.filter(next_at__lte=Now()).order_by("next_at")
    letter = due.select_for_update(skip_locked=True).first()
    if letter is not None:
        Letter.objects.filter(pk=letter.pk).update(
            next_at=Now() + LEASE, attempts=F("attempts") + 1
        )
    return letter


def _send(letter: Letter) -> str:
    try:
        outcome = str(transport.send(_message(letter)))
        if outcome == "away":
            server.note_away()
    except WrongKey:
        log.error("No key of TIDE_KEYS opens letter %s", letter.pk)  # noqa: TRY400  It is told whole.
        outcome = "unopened"
    row = Letter.objects.filter(pk=letter.pk)
    if outcome in {"kept", "away", "unopened"}:
        wait = WAITS[min(letter.attempts, len(WAITS) - 1)]
        if row.filter(created_at__gt=Now() - KEPT_FOR).update(next_at=Now() + wait):
            return outcome
        outcome = "late"
    row.delete()
    if outcome != "sent":
        log.warning("Letter %s is given up: %s", letter.pk, outcome)
    return outcome


def _message(letter: Letter) -> EmailMessage:
    """The mail that a letter is. Raises `WrongKey`."""
    content = letter.content
    headers = {**transport.FROM_A_MACHINE, **content.get("headers", {})}
    return EmailMessage(content["subject"], content["text"], to=[content["to"]], headers=headers)
