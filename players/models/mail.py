"""Rows of mail: letters to be sent, requested resets, addresses and servers where mail fails."""

from django.db import models

from common.db.encrypted import SecretJSON
from common.outbox.models import BackOff
from players.models.player import Player


class Letter(models.Model):
    """A mail to a player, written together with the event it is about, and removed once it is sent.

    `content` has `to`, `subject` and `text`. It may hold a link that sets a new password, so it is encrypted.
    A sender claims a letter by moving `next_at` on; if the sender dies, the letter is due again.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="letters")
    content = SecretJSON()
    attempts = models.SmallIntegerField(default=0)
    next_at = models.DateTimeField()
    created_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["next_at"], name="letter_to_send")]

    def __str__(self) -> str:
        return f"letter {self.pk} to {self.player_id}"


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


class MailServer(BackOff):
    """A mail server that was away at least once, by its settings."""

    name = models.CharField(primary_key=True, max_length=300)

    def __str__(self) -> str:
        return f"mail server {self.name}"
