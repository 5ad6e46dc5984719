"""Private addresses of a player's calendar and news."""

import secrets

from django.db import models

from players.models import Player


def new_secret() -> str:
    return secrets.token_urlsafe(32)


class Subscription(models.Model):
    """A private address. Only its SHA-256 is stored, so the address is shown once.

    Only its maker knows it. So an address made by an app is the app's, and is deleted when the app ends.

    Why so: docs/decisions/notices.md, docs/decisions/oauth.md.
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
