"""Requests to reset a forgotten password, by address."""

from django.db import models


class ResetRequest(models.Model):
    """A request for links that set a new password, to an address that players may have verified.

    The sender of letters looks the players up, so the response takes equally long for each address.
    """

    email = models.EmailField()
    language = models.CharField(max_length=10)
    asked_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["asked_at"], name="reset_request_to_remove")]

    def __str__(self) -> str:
        return f"reset request {self.pk}"
