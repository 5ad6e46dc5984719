"""Mails that are still to be sent."""

from django.db import models

from players.models.player import Player
from tideapi.db.encrypted import SecretJSON


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
