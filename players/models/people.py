"""What one player has settled about another: friends, whom she blocks, and whom she mutes.

Why so: docs/why.md#silent-block.
"""

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Greatest, Least

from players.models.player import Player


class Friendship(models.Model):
    """One player has asked another to be friends; from `since` on they are.

    There is one row for two people, whoever of them has asked.
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

    def other(self, player: Player) -> Player:
        """Who of the two the player is not."""
        return self.asked if self.asker_id == player.pk else self.asker


class Aversion(models.Model):
    """What one player wants to be spared by another, who never learns of it."""

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
    """No requests and invitations from her, no seat for her at private tables, and what she writes folded."""


class Mute(Aversion):
    """What she writes folded, and nothing else."""
