"""Reports of players about messages, players and games."""

from typing import Self

from django.db import models
from django.db.models import Q

from common.db.encrypted import SecretJSON
from games.models.game import Game, new_id
from games.models.people import Message
from players.models import ModerationAct, Player


class ReportQuerySet(models.QuerySet["Report"]):
    """Reports by whether they wait."""

    def waiting(self) -> Self:
        """Return the reports that nobody has decided."""
        return self.filter(decided_at=None)


class Report(models.Model):
    """A player's report, told to nobody but moderators.

    `target` says what it is about in one word, so that the same thing is reported once while it waits. `seen`
    has the words as they were: a list of messages, or of what stood in a profile.
    """

    id = models.CharField(primary_key=True, max_length=16, default=new_id, editable=False)
    reporter = models.ForeignKey(
        Player, null=True, on_delete=models.SET_NULL, related_name="reports_made"
    )
    target = models.CharField(max_length=30)
    accused = models.ForeignKey(
        Player, null=True, on_delete=models.PROTECT, related_name="reports_about"
    )
    message = models.ForeignKey(
        Message, null=True, on_delete=models.CASCADE, related_name="reports"
    )
    game = models.ForeignKey(Game, null=True, on_delete=models.CASCADE, related_name="reports")
    text = SecretJSON(null=True)
    seen = SecretJSON(null=True)
    at = models.DateTimeField()
    claimed_by = models.ForeignKey(
        Player, null=True, on_delete=models.PROTECT, related_name="reports_claimed"
    )
    decided_by = models.ForeignKey(
        Player, null=True, on_delete=models.PROTECT, related_name="reports_decided"
    )
    decided_at = models.DateTimeField(null=True)
    act = models.ForeignKey(
        ModerationAct, null=True, on_delete=models.PROTECT, related_name="reports"
    )
    answer = models.CharField(max_length=300, blank=True, default="")

    objects = ReportQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["reporter", "target"], name="report_once", condition=Q(decided_at=None)
            ),
            models.CheckConstraint(
                name="report_waits_or_is_answered",
                condition=Q(decided_at=None, decided_by=None, answer="", act=None)
                | Q(~Q(answer=""), decided_at__isnull=False, decided_by__isnull=False),
            ),
        ]
        indexes = [models.Index("at", name="report_waiting", condition=Q(decided_at=None))]

    def __str__(self) -> str:
        return f"report {self.pk}"
