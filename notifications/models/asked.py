"""A question that somebody was told of, with an address of its own."""

from django.db import models

from games.models import Game
from players.models import Player
from tideapi.db.encrypted import SecretBytes


class AskedByMail(models.Model):
    """A question under a secret of its own: whoever has that may answer it, and nothing else.

    It is found by the `digest` of the secret. The secret itself lies encrypted, because a reminder names the
    same address once more: a dump of the database lets nobody play.

    It is good in one `epoch` of the player, and as long as the turn is open; a while longer it says that it
    is too late. `language` and `zone` are those in which she was told.

    Why so: docs/why.md#question-address.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="asked_by_mail")
    epoch = models.IntegerField()
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="asked_by_mail")
    turn = models.IntegerField()
    seat = models.SmallIntegerField()
    digest = models.BinaryField(unique=True, editable=False)
    secret = SecretBytes(editable=False)
    language = models.CharField(max_length=16, default="en")
    zone = models.CharField(max_length=64, default="UTC")
    made_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player", "game", "turn", "seat", "epoch"], name="asked_by_mail_once"
            ),
        ]
        indexes = [models.Index(fields=["made_at"], name="asked_by_mail_age")]

    def __str__(self) -> str:
        return f"turn {self.turn} of {self.game_id} for player {self.player_id}"
