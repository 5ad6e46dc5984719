"""Secrets under which one question is answered, and private addresses of calendars and feeds."""

import secrets

from django.db import models

from common.db.encrypted import SecretBytes
from games.models import Game
from players.models import Player


class AnswerLink(models.Model):
    """A question under a secret of its own, which allows to answer this question only.

    It is found by the `digest` of the secret. The secret itself is stored encrypted, because a reminder
    repeats the address: a dump of the database does not allow to play.

    It is good in one `epoch` of the player while the turn is open; for a while longer the answer is that it
    is too late. `language` and `zone` are those of the notification.
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
        constraints = [
            models.UniqueConstraint(
                fields=["player", "game", "turn", "seat", "epoch"], name="asked_by_mail_once"
            ),
        ]
        indexes = [models.Index(fields=["made_at"], name="asked_by_mail_age")]

    def __str__(self) -> str:
        return f"turn {self.turn} of {self.game_id} for player {self.player_id}"


def new_secret() -> str:
    return secrets.token_urlsafe(32)


class Subscription(models.Model):
    """A private address. Only its SHA-256 is stored, so the address is shown once.

    Only its maker knows it. So an address made by an app is the app's, and is deleted when the app ends.
    """

    class Kind(models.TextChoices):
        CALENDAR = "calendar"
        NEWS = "news"

    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="subscriptions", db_index=False
    )
    kind = models.CharField(max_length=10, choices=Kind)
    digest = models.BinaryField(max_length=32, unique=True)
    epoch = models.IntegerField(help_text="It is good while this is the player's.")
    made_at = models.DateTimeField()
    read_at = models.DateTimeField(null=True, help_text="When it was fetched last, to an hour.")
    app = models.ForeignKey(
        "players.App",
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        db_index=False,
        help_text="The app with which it ends; none if the player made it.",
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "kind"], name="subscription_once"),
            models.CheckConstraint(
                name="subscription_kind_known",
                condition=models.Q(kind__in=["calendar", "news"]),
            ),
        ]
        indexes = [
            models.Index("app", name="subscription_by_app", condition=models.Q(app__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.player_id}"
