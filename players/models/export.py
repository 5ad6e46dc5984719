"""Exports of a player's data, in archives that are built in small steps."""

import secrets

from django.db import models
from django.db.models import Q

from players.models.player import Player
from tideapi.db.encrypted import SecretBytes


def new_export_id() -> str:
    return secrets.token_urlsafe(9)


class Export(models.Model):
    """A player's request for an export, and its progress.

    `part` is the part in progress (`players.privacy.parts`), `after` where its next page begins.

    Why so: docs/decisions/privacy.md.
    """

    class ExportState(models.TextChoices):
        BUILDING = "building"
        READY = "ready"
        FAILED = "failed"

    id = models.CharField(primary_key=True, max_length=12, default=new_export_id, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="exports")
    state = models.CharField(max_length=8, choices=ExportState, default=ExportState.BUILDING)
    part = models.CharField(max_length=40, blank=True)
    after = models.JSONField(null=True)
    done = models.IntegerField(default=0, help_text="Things gathered so far.")
    total = models.IntegerField(help_text="Things that there were at the beginning.")
    faults = models.SmallIntegerField(default=0, help_text="Steps that have failed.")
    asked_at = models.DateTimeField()
    next_at = models.DateTimeField(null=True, help_text="When its next step is due.")
    ended_at = models.DateTimeField(null=True, help_text="When it was ready, or given up.")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player"], name="export_one_under_way", condition=Q(state="building")
            ),
            models.CheckConstraint(
                name="export_goes_on_or_has_ended",
                condition=Q(state="building", next_at__isnull=False, ended_at__isnull=True)
                | Q(state__in=["ready", "failed"], next_at__isnull=True, ended_at__isnull=False),
            ),
        ]
        indexes = [
            models.Index("next_at", name="export_to_go_on", condition=Q(state="building")),
            models.Index(fields=["player", "-asked_at", "-id"], name="export_by_player"),
            models.Index(fields=["asked_at"], name="export_to_remove"),
        ]

    def __str__(self) -> str:
        return f"export {self.pk} of {self.player_id}"


class Archive(models.Model):
    """One zip file of an export. Large exports have several, so that none needs much memory."""

    export = models.ForeignKey(
        Export, on_delete=models.CASCADE, related_name="archives", db_index=False
    )
    number = models.SmallIntegerField()
    content = SecretBytes()
    size = models.IntegerField(help_text="Bytes, before it was encrypted.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["export", "number"], name="archive_once"),
        ]

    def __str__(self) -> str:
        return f"archive {self.number} of {self.export_id}"
