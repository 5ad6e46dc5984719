"""Marks of handled mails."""

from django.db import models


class ReceivedMail(models.Model):
    """A mark of a handled mail, written in the transaction of its effects.

    It has only a hash of the Message-ID and of the secret that the mail was sent to.

    Why so: docs/decisions/mail.md.
    """

    digest = models.BinaryField(primary_key=True, editable=False)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["at"], name="received_mail_age")]

    def __str__(self) -> str:
        return f"mail {bytes(self.digest).hex()[:8]}"
