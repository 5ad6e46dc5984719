"""Addresses from which mail has come back."""

from django.db import models


class ReturnedMail(models.Model):
    """An address to which nothing is sent until its owner has verified it again."""

    class ReturnReason(models.TextChoices):
        BOUNCED = "bounced"
        COMPLAINED = "complained"

    address = models.OneToOneField(
        "account.EmailAddress", on_delete=models.CASCADE, related_name="returned"
    )
    why = models.CharField(max_length=10, choices=ReturnReason)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"mail to address {self.address_id}: {self.why}"
