"""A player's preferences for one game."""

from django.db import models

from common.db.encrypted import SecretJSON
from games.models.game import Game
from players.models import Player


class GamePreferences(models.Model):
    """A player's own note on a game, and whether the server notifies the player of its events.

    No other person can read the note, operators included. A player without preferences has no row.
    """

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="preferences", db_index=False
    )
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="game_preferences", db_index=False
    )
    note = SecretJSON(null=True)
    noted_at = models.DateTimeField(null=True)
    muted = models.BooleanField(default=False, db_default=False)

    class Meta:
        verbose_name_plural = "game preferences"
        constraints = [
            models.UniqueConstraint(fields=["player", "game"], name="note_once"),
        ]
        indexes = [models.Index(fields=["game"], name="note_of_game")]

    def __str__(self) -> str:
        return f"preferences of {self.player_id} for {self.game_id}"
