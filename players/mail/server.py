"""The mail server and whether it is away: known once for all letters and notices, and for all workers.

While it is away, one worker opens a connection now and then, and nothing is sent.

Why so: docs/why.md#mail-server-away.
"""

from datetime import timedelta

from django.db import transaction
from django.db.models.functions import Now

from players.mail import transport
from players.models import MailServer

WAITS = [timedelta(seconds=seconds) for seconds in (15, 30, 60, 120, 300)]
"""How long it is left alone after each failure; the last holds for all further ones."""
LEASE = timedelta(minutes=1)
"""How long one worker may take to find out: longer than a mail server is waited for."""


def is_away() -> bool:
    """Return whether the mail server is away. Where it is time to try it again, this call does that."""
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
    """Note that it was away when something was to be sent; once, however many have found out."""
    _note_failure(first=True)


@transaction.atomic
def _note_failure(*, first: bool = False) -> None:
    """Leave it alone for longer; if this is to be the `first` failure, only where there was none."""
    name = transport.server_address()
    MailServer.objects.bulk_create([MailServer(name=name)], ignore_conflicts=True)
    rows = MailServer.objects.select_for_update(no_key=True).annotate(moment=Now())
    server = rows.get(pk=name)
    if not (first and server.failures):
        server.note_failure(server.moment, WAITS)
        server.save(update_fields=["failing_since", "failures", "retry_at"])
