"""The way back into an account that has no address."""

from django.db import models

from players.models.player import Player


class RecoveryCode(models.Model):
    """A player's one recovery code. The code itself is not kept, only its SHA-256."""

    player = models.OneToOneField(
        Player, on_delete=models.CASCADE, primary_key=True, related_name="recovery_code"
    )
    digest = models.BinaryField(max_length=32)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"recovery code of {self.player_id}"
