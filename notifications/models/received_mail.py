"""Mails that were handled, and how far a mailbox was read."""

from collections.abc import Iterable
from datetime import timedelta
from hashlib import sha256

from django.db import models
from django.db.models.functions import Now


class ReceivedMailQuerySet(models.QuerySet["ReceivedMail"]):
    """Marks of mails, set and removed."""

    def mark_handled(self, known_by: Iterable[bytes], at: str) -> bool:
        """Mark a mail as handled or refused; return False if one of its marks exists already.

        A refusal has a mark of its own: the mail is handled when it comes again with its proof, and a
        stranger cannot mark it as handled. Another transaction that is about to write the same mark is
        waited for.
        """
        digests = sorted(sha256(one + b"\n" + at.encode()).digest() for one in known_by)
        noted = [self.get_or_create(digest=one, defaults={"at": Now()}) for one in digests]
        return all(new for _, new in noted)

    def prune(self) -> int:
        """Delete marks of mails that no mail server brings again; return their number."""
        return self.filter(at__lt=Now() - ReceivedMail.KEPT_FOR).delete()[0]


class ReceivedMail(models.Model):
    """A mark of a handled mail, written in the transaction of its effects.

    It has only a hash of the Message-ID and of the secret that the mail was sent to.
    """

    KEPT_FOR = timedelta(days=60)
    """How long a handled mail is remembered: longer than most turns, and so most secrets, last."""

    digest = models.BinaryField(primary_key=True, editable=False)
    at = models.DateTimeField()

    objects = ReceivedMailQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["at"], name="received_mail_age")]

    def __str__(self) -> str:
        return f"mail {bytes(self.digest).hex()[:8]}"


class MailboxPosition(models.Model):
    """The number (UID) up to which all mails of an IMAP mailbox are handled.

    `validity` is the mailbox's UIDVALIDITY: with another one the numbers start again.
    """

    mailbox = models.TextField(primary_key=True)
    validity = models.BigIntegerField()
    uid = models.BigIntegerField()

    def __str__(self) -> str:
        return f"{self.mailbox} up to {self.uid}"
