"""Messages of people at a table."""

from django.db import models
from django.db.models import Q

from common.db.encrypted import SecretJSON
from games.models.game import Game
from games.models.ids import new_id
from players.models import Player


class Message(models.Model):
    """A message to all players of a game. It is in no log and no record. Deleted, it has no text."""

    id = models.CharField(primary_key=True, max_length=16, default=new_id, editable=False)
    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="table_messages", db_index=False
    )
    author = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="table_messages")
    text = SecretJSON(null=True)
    at = models.DateTimeField()
    deleted_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="message_deleted_has_no_text",
                condition=Q(deleted_at__isnull=True, text__isnull=False)
                | Q(deleted_at__isnull=False, text__isnull=True),
            ),
        ]
        indexes = [models.Index(fields=["game", "-at", "-id"], name="message_of_game")]

    def __str__(self) -> str:
        return f"message in {self.game_id}"
