"""Mail servers that are away."""

from django.db import models

from tideapi.outbox.models import BackOff


class MailServer(BackOff):
    """A mail server that was away at least once, by its settings."""

    name = models.CharField(primary_key=True, max_length=300)

    def __str__(self) -> str:
        return f"mail server {self.name}"
