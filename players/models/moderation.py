"""Acts of moderators, which are never changed, and appeals against them."""

from typing import Self

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from common.db.encrypted import SecretJSON
from players.models.player import Player

MODERATE = "players.moderate"
"""The permission of moderators."""


class ActQuerySet(models.QuerySet["ModerationAct"]):
    """Acts by whether they hold."""

    def in_force(self) -> Self:
        """Return the acts that no other has taken back, and that take none back themselves."""
        return self.filter(taken_back_by=None, takes_back=None)


class ModerationAct(models.Model):
    """An act of a moderator about a player, with its time and reason. Another act takes it back.

    `message` is the id of a hidden message. The trigger `act_is_kept` (players.0005) refuses every change.
    """

    class ActKind(models.TextChoices):
        WARN = "warn", _("Warn")
        HIDE = "hide", _("Hide")
        SILENCE = "silence", _("Silence")
        SUSPEND = "suspend", _("Suspend")
        BAN = "ban", _("Ban")
        TAKE_BACK = "take_back", _("Take Back")

    kind = models.CharField(max_length=9, choices=ActKind)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="acts_about")
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="acts_done")
    at = models.DateTimeField()
    reason = models.CharField(max_length=300)
    until = models.DateTimeField(null=True)
    message = models.CharField(max_length=16, blank=True)
    takes_back = models.OneToOneField(
        "self", null=True, on_delete=models.PROTECT, related_name="taken_back_by"
    )

    objects = ActQuerySet.as_manager()

    class Meta:
        permissions = [("moderate", "Can moderate")]
        constraints = [
            models.CheckConstraint(
                name="act_is_whole",
                condition=Q(kind__in=["silence", "suspend"], until__isnull=False)
                | Q(~Q(kind__in=["silence", "suspend"]), until__isnull=True),
            ),
            models.CheckConstraint(
                name="act_hides_a_message",
                condition=Q(~Q(message=""), kind="hide") | Q(~Q(kind="hide"), message=""),
            ),
            models.CheckConstraint(
                name="act_takes_one_back",
                condition=Q(kind="take_back", takes_back__isnull=False)
                | Q(~Q(kind="take_back"), takes_back__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.player_id}"


class Appeal(models.Model):
    """The one message of a suspended player against the act."""

    act = models.OneToOneField(ModerationAct, primary_key=True, on_delete=models.PROTECT)
    text = SecretJSON()
    at = models.DateTimeField()
    answer = models.CharField(max_length=300, blank=True)
    answered_by = models.ForeignKey(
        Player, null=True, on_delete=models.PROTECT, related_name="appeals_answered"
    )

    def __str__(self) -> str:
        return f"appeal against {self.act_id}"
