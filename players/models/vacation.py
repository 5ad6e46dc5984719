"""Vacations of players."""

import secrets

from django.db import models

from players.models.player import Player


def new_vacation_id() -> str:
    return secrets.token_urlsafe(9)


class Vacation(models.Model):
    """A span, announced by a player, in which no game waits for them; it may have ended early."""

    id = models.CharField(primary_key=True, max_length=12, default=new_vacation_id, editable=False)
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="vacations", db_index=False
    )
    from_at = models.DateTimeField()
    until_at = models.DateTimeField()
    announced_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="vacation_has_length", condition=models.Q(until_at__gte=models.F("from_at"))
            ),
        ]
        indexes = [models.Index(fields=["player", "-from_at"], name="vacation_by_player")]

    def __str__(self) -> str:
        return f"vacation of {self.player_id}"
