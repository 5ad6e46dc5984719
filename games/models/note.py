"""What a player notes about a game, for herself."""

from django.db import models

from games.models.game import Game
from players.models import Player
from tideapi.db.encrypted import SecretJSON


class Note(models.Model):
    """A player's own note on a game. Nobody else reads it, operators included."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="notes", db_index=False)
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="notes", db_index=False
    )
    text = SecretJSON()
    written_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "game"], name="note_once"),
        ]
        indexes = [models.Index(fields=["game"], name="note_of_game")]

    def __str__(self) -> str:
        return f"note of {self.player_id} on {self.game_id}"
