"""Invitations to a game that has not started."""

from django.db import models
from django.db.models import Q

from games.models.game import Game
from games.models.ids import new_id
from players.models import Player


class Invitation(models.Model):
    """An invitation to a game: for one player, or for all who have its link.

    Its id is its code. A player has at most one in a game, which stays when it is declined. A link has so
    many `uses` in all, until `expires_at`. `seat` is the seat that a rematch reserves for the player.
    """

    id = models.CharField(primary_key=True, max_length=16, default=new_id, editable=False)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="invitations")
    by = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="invitations_made")
    to = models.ForeignKey(Player, null=True, on_delete=models.CASCADE, related_name="invitations")
    seat = models.SmallIntegerField(null=True)
    uses = models.SmallIntegerField(null=True, help_text="How often it can be used in all.")
    used = models.SmallIntegerField(default=0)
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True)
    declined_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "to"], name="invitation_once"),
            models.CheckConstraint(
                name="invitation_to_name_or_link",
                condition=Q(to__isnull=False, uses__isnull=True, expires_at__isnull=True)
                | Q(
                    to__isnull=True,
                    uses__isnull=False,
                    expires_at__isnull=False,
                    declined_at__isnull=True,
                    seat__isnull=True,
                ),
            ),
            models.CheckConstraint(
                name="invitation_not_overused",
                condition=Q(uses__isnull=True) | Q(used__lte=models.F("uses")),
            ),
        ]
        indexes = [models.Index("made_at", name="invitation_to_remove")]

    def __str__(self) -> str:
        return f"invitation to {self.game_id}"
