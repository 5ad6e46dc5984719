"""How far a player's feed was handed over to what tells her of it."""

from django.db import models

from players.models.player import Player


class HandOver(models.Model):
    """Whoever has somewhere to be told has a row: what is new in her feed is handed over.

    `feed_cursor` is the last number of her feed that was. Webhooks have cursors of their own, because each
    begins at another number.
    """

    player = models.OneToOneField(
        Player, on_delete=models.CASCADE, primary_key=True, related_name="hand_over"
    )
    feed_cursor = models.BigIntegerField()

    def __str__(self) -> str:
        return f"hand-over to {self.player_id}"
