"""The state of the mail server, shared by all letters, notices and workers.

While it is away, one worker opens a connection from time to time, and nothing is sent.

Why so: docs/decisions/mail.md.
"""

from datetime import timedelta

from django.db import transaction
from django.db.models.functions import Now

from players.mail import transport
from players.models import MailServer

WAITS = [timedelta(seconds=seconds) for seconds in (15, 30, 60, 120, 300)]
"""Waits after each failure; the last holds for all further ones."""
LEASE = timedelta(minutes=1)
"""How long one worker may take to test it: longer than the timeout of the mail server."""


def is_away() -> bool:
    """Return whether the mail server is away. This call tests it again where that is due."""
    found = MailServer.objects.filter(pk=transport.server_address(), failures__gt=0)
    if not found.exists():
        return False
    if not found.filter(retry_at__lte=Now()).update(retry_at=Now() + LEASE):
        return True
    if not transport.can_connect():
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
    name = transport.server_address()
    MailServer.objects.bulk_create([MailServer(name=name)], ignore_conflicts=True)
    rows = MailServer.objects.select_for_update(no_key=True).annotate(moment=Now())
    server = rows.get(pk=name)
    if not (first and server.failures):
        server.note_failure(server.moment, WAITS)
        server.save(update_fields=["failing_since", "failures", "retry_at"])
