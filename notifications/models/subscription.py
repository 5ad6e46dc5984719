"""Addresses at which a calendar or a reader of news fetches what is a player's own."""

import secrets

from django.db import models

from players.models import Player


def new_secret() -> str:
    return secrets.token_urlsafe(32)


class Subscription(models.Model):
    """One such address. What stands in it is not kept, only its SHA-256, so it is shown once.

    Only who has made it knows it. So what an app has made is that app's, and is deleted with its end.

    Why so: docs/why.md#subscriptions, docs/why.md#ends-with-the-app.
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
        help_text="The app with which it ends; none if the player has made it herself.",
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
