"""Accounts that end, from the request until they are erased."""

from django.db import models
from django.db.models import Q

from players.models.player import Player


class Ending(models.Model):
    """The end of an account, requested or complete.

    The request is withdrawn by deleting the row, until something was erased. After the erasure (`erased_at`)
    the row stays, so that an operator can say what was done and when; nothing in it names the player.

    Why so: docs/decisions/privacy.md.
    """

    class RequestedBy(models.TextChoices):
        PLAYER = "player"
        OPERATOR = "operator"
        SERVER = "server"

    player = models.OneToOneField(Player, on_delete=models.PROTECT, related_name="ending")
    by = models.CharField(
        max_length=8,
        choices=RequestedBy,
        help_text=("Who asked for it: the player or an operator."),
    )
    asked_at = models.DateTimeField()
    due_at = models.DateTimeField(help_text="When erasing begins; until then it can be taken back.")
    next_at = models.DateTimeField(null=True, help_text="When there is something to do next.")
    closed_at = models.DateTimeField(
        null=True, help_text="When the account was closed and lost its name."
    )
    erased_at = models.DateTimeField(null=True, help_text="When nothing was left to erase.")
    erased = models.JSONField(default=dict, help_text="How much was erased, by kind.")

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="ending_goes_on_or_is_over",
                condition=Q(erased_at__isnull=True, next_at__isnull=False)
                | Q(erased_at__isnull=False, closed_at__isnull=False, next_at__isnull=True),
            ),
        ]
        indexes = [
            models.Index("next_at", name="ending_to_go_on", condition=Q(erased_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"ending of {self.player_id}"
