"""Mail that has been acted on."""

from django.db import models


class ReceivedMail(models.Model):
    """A mail that has been acted on: written in the very transaction of what it has led to.

    Known by the hash of its Message-ID and of the secret that it was sent to, nothing else of it is kept.

    Why so: docs/why.md#mail-once.
    """

    digest = models.BinaryField(primary_key=True, editable=False)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["at"], name="received_mail_age")]

    def __str__(self) -> str:
        return f"mail {bytes(self.digest).hex()[:8]}"
