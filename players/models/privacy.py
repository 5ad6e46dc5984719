"""Exports of a player's data, and accounts that end, from the request until they are erased."""

from django.db import models
from django.db.models import Q

from common.db.encrypted import SecretBytes
from common.ids import draw_id
from players.models.player import Player


def new_export_id() -> str:
    return draw_id(9)


class Export(models.Model):
    """A player's request for an export, and its progress.

    `part` is the part in progress (`players.privacy.parts`), `after` where its next page begins.
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


class AccountDeletion(models.Model):
    """The end of an account, requested or complete.

    The request is withdrawn by deleting the row, until something was erased. After the erasure (`erased_at`)
    the row stays, so that an operator can say what was done and when; nothing in it names the player.
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
        return f"deletion of {self.player_id}"
