"""Recovery codes, for accounts that have no address."""

from django.db import models

from players.models.player import Player


class RecoveryCode(models.Model):
    """A player's one recovery code. Only its SHA-256 is stored."""

    player = models.OneToOneField(
        Player, on_delete=models.CASCADE, primary_key=True, related_name="recovery_code"
    )
    digest = models.BinaryField(max_length=32)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"recovery code of {self.player_id}"
