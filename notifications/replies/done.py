"""Mails that are done, noted so that none is done twice."""

from collections.abc import Iterable
from datetime import timedelta
from hashlib import sha256

from django.db.models.functions import Now

from notifications.models import ReceivedMail

KEPT_FOR = timedelta(days=60)
"""How long it is known that a mail is done: longer than its secret's turn is mostly open."""


def is_first_time(known_by: Iterable[bytes], at: str) -> bool:
    """Note that a mail is done at a place, or refused there; false if any of its marks is noted already.

    A refusal is another note: the same mail is done when it comes again with its proof, and nobody else can
    have it taken for done. Another transaction that is about to note it is waited for.
    """
    digests = sorted(sha256(one + b"\n" + at.encode()).digest() for one in known_by)
    noted = [
        ReceivedMail.objects.get_or_create(digest=one, defaults={"at": Now()}) for one in digests
    ]
    return all(new for _, new in noted)


def prune() -> int:
    """Forget mails that no mail server brings again; return how many."""
    return ReceivedMail.objects.filter(at__lt=Now() - KEPT_FOR).delete()[0]
