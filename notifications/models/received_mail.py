"""Mails that were handled, and how far a mailbox was read."""

from django.db import models


class ReceivedMail(models.Model):
    """A mark of a handled mail, written in the transaction of its effects.

    It has only a hash of the Message-ID and of the secret that the mail was sent to.
    """

    digest = models.BinaryField(primary_key=True, editable=False)
    at = models.DateTimeField()

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
