"""Sending of letters: each is claimed, passed to the mail server, and removed.

A sender that dies between the last two sends a letter twice; none is lost. No transaction is open while the
mail server is used.
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

from common.db.encrypted import WrongKey
from players.mail import letters, transport
from players.models import Letter

log = logging.getLogger(__name__)

LEASE = timedelta(minutes=2)
"""How long a claim is valid: longer than the timeout of the mail server."""
WAITS = [timedelta(seconds=30), timedelta(minutes=2), timedelta(minutes=10), timedelta(hours=1)]
"""Waits after each failure of a letter; the last holds for all further ones."""
KEPT_FOR = timedelta(days=2)
"""How long a letter is tried. It is mostly useless by then."""
_sending = threading.Lock()
"""The lock of the one thread that sends letters: a mail server that hangs holds up no webhooks."""


def send_due(seconds: float = 20.0) -> Counter[str]:
    """Send what is due, for about so many seconds; return the number of letters by outcome.

    It is `sent`, `kept` to be tried again, also where the mail server is `away`, `refused` for good, or too
    `late`. One that no key opens is `unopened`, and tried again too.
    """
    end = time.monotonic() + seconds
    outcomes = Counter[str]()
    if not _sending.acquire(blocking=False):
        return outcomes
    try:
        letters.answer_requests()
        while time.monotonic() < end and not transport.is_away():
            if (letter := _claim_letter()) is None:
                break
            outcome = _send_letter(letter)
            outcomes[outcome] += 1
            if outcome == "kept":
                break  # The mail server may take nothing now: the other letters need not find out at once.
    finally:
        _sending.release()
    return outcomes


@transaction.atomic
def _claim_letter() -> Letter | None:
    """Claim the letter that has waited longest."""
    due = Letter.objects.filter(next_at__lte=Now()).order_by("next_at")
    letter = due.select_for_update(skip_locked=True).first()
    if letter is not None:
        Letter.objects.filter(pk=letter.pk).update(
            next_at=Now() + LEASE, attempts=F("attempts") + 1
        )
    return letter


def _send_letter(letter: Letter) -> str:
    try:
        outcome = str(transport.send(_make_message(letter)))
        if outcome == "away":
            transport.note_away()
    except WrongKey:
        log.error("No key of TIDE_KEYS opens letter %s", letter.pk)  # noqa: TRY400  It is told whole.
        outcome = "unopened"
    found = Letter.objects.filter(pk=letter.pk)
    if outcome in {"kept", "away", "unopened"}:
        wait = WAITS[min(letter.attempts, len(WAITS) - 1)]
        if found.filter(created_at__gt=Now() - KEPT_FOR).update(next_at=Now() + wait):
            return outcome
        outcome = "late"
    found.delete()
    if outcome != "sent":
        log.warning("Letter %s is given up: %s", letter.pk, outcome)
    return outcome


def _make_message(letter: Letter) -> EmailMessage:
    """Return the mail of a letter. Raises `WrongKey`."""
    content = letter.content
    headers = {**transport.FROM_A_MACHINE, **content.get("headers", {})}
    return EmailMessage(content["subject"], content["text"], to=[content["to"]], headers=headers)
