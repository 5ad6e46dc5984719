"""Marks of mails that were handled, so that none is handled twice."""

from collections.abc import Iterable
from datetime import timedelta
from hashlib import sha256

from django.db.models.functions import Now

from notifications.models import ReceivedMail

KEPT_FOR = timedelta(days=60)
"""How long a handled mail is remembered: longer than most turns, and so most secrets, last."""


def mark_handled(known_by: Iterable[bytes], at: str) -> bool:
    """Mark a mail as handled or refused; return False if one of its marks exists already.

    A refusal has a mark of its own: the mail is handled when it comes again with its proof, and a stranger
    cannot mark it as handled. Another transaction that is about to write the same mark is waited for.
    """
    digests = sorted(sha256(one + b"\n" + at.encode()).digest() for one in known_by)
    noted = [
        ReceivedMail.objects.get_or_create(digest=one, defaults={"at": Now()}) for one in digests
    ]
    return all(new for _, new in noted)


def prune() -> int:
    """Delete marks of mails that no mail server brings again; return their number."""
    return ReceivedMail.objects.filter(at__lt=Now() - KEPT_FOR).delete()[0]
