"""An answer link: a question that a player was notified of, with an address of its own."""

from django.db import models

from games.models import Game
from players.models import Player
from tideapi.db.encrypted import SecretBytes


class AnswerLink(models.Model):
    """A question under a secret of its own, which allows to answer this question only.

    It is found by the `digest` of the secret. The secret itself is stored encrypted, because a reminder
    repeats the address: a dump of the database does not allow to play.

    It is good in one `epoch` of the player while the turn is open; for a while longer the answer is that it
    is too late. `language` and `zone` are those of the notification.

    Why so: docs/decisions/mail.md.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="answer_links")
    epoch = models.IntegerField()
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="answer_links")
    turn = models.IntegerField()
    seat = models.SmallIntegerField()
    digest = models.BinaryField(unique=True, editable=False)
    secret = SecretBytes(editable=False)
    language = models.CharField(max_length=16, default="en")
    zone = models.CharField(max_length=64, default="UTC")
    made_at = models.DateTimeField()

    class Meta:
        db_table = (
            "notifications_askedbymail"  # A former name, which processes of before still use.
        )
        constraints = [
            models.UniqueConstraint(
                fields=["player", "game", "turn", "seat", "epoch"], name="asked_by_mail_once"
            ),
        ]
        indexes = [models.Index(fields=["made_at"], name="asked_by_mail_age")]

    def __str__(self) -> str:
        return f"turn {self.turn} of {self.game_id} for player {self.player_id}"
