"""Relations between players: friendships, blocks and mutes.

Why so: docs/decisions/people.md.
"""

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Greatest, Least

from players.models.player import Player


class Friendship(models.Model):
    """A request for friendship; from `since` on the two players are friends.

    There is one row for two players, whichever of them has asked.
    """

    asker = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="friends_asked")
    asked = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="friends_asking")
    at = models.DateTimeField(help_text="When it was asked.")
    since = models.DateTimeField(null=True, help_text="When the other has agreed.")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                Least("asker", "asked"), Greatest("asker", "asked"), name="friendship_once"
            ),
            models.CheckConstraint(name="friendship_of_two", condition=~Q(asker=F("asked"))),
        ]

    def __str__(self) -> str:
        return f"friendship of {self.asker_id} and {self.asked_id}"


class Aversion(models.Model):
    """A player's block or mute of another player, who is never told."""

    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="%(class)ss", db_index=False
    )
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="%(class)ss_of_her")
    at = models.DateTimeField()

    class Meta:
        abstract = True
        constraints = [
            models.UniqueConstraint(fields=["player", "other"], name="%(class)s_once"),
            models.CheckConstraint(name="%(class)s_of_two", condition=~Q(player=F("other"))),
        ]

    def __str__(self) -> str:
        return f"{type(self).__name__.lower()} of {self.player_id}"


class Block(Aversion):
    """No requests and invitations from the other, no seat at private tables, and their messages folded."""


class Mute(Aversion):
    """The other's messages folded, and nothing else."""
