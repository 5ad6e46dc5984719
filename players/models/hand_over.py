"""Progress of forwarding a player's feed to receivers."""

from django.db import models

from players.models.player import Player


class HandOver(models.Model):
    """The cursor of a player with receivers: new events of the feed are handed over to them.

    `feed_cursor` is the number of the last such event. Webhooks have cursors of their own, because each
    begins at another number.
    """

    player = models.OneToOneField(
        Player, on_delete=models.CASCADE, primary_key=True, related_name="hand_over"
    )
    feed_cursor = models.BigIntegerField()

    def __str__(self) -> str:
        return f"hand-over to {self.player_id}"
