"""Finished games: the history as one compressed row, and an analysis."""

from django.db import models
from django.db.models import Q

from common.db.encrypted import SecretBytes
from games.models.game import Game


class ArchivedGame(models.Model):
    """The log, turns, answers, stages and private events of a finished game, without rows of their own.

    `content` has them (`games.archive.history`), or the operator's store has them encrypted under `key`.
    `length` and `digest` are those of the object in the store, so that no other object is taken for it.
    """

    game = models.OneToOneField(
        Game, primary_key=True, on_delete=models.CASCADE, related_name="archived"
    )
    content = SecretBytes(null=True)
    key = models.CharField(max_length=100, null=True)  # noqa: DJ001  A row has a content or a key.
    length = models.IntegerField(help_text="Bytes, encrypted.")
    digest = models.BinaryField(null=True, help_text="SHA-256 of what lies in the store.")

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="archived_game_here_or_there",
                condition=Q(content__isnull=False, key__isnull=True, digest__isnull=True)
                | Q(content__isnull=True, key__isnull=False, digest__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"archive of {self.game_id}"


class Analysis(models.Model):
    """An analysis. Until a worker has made it, `made_at` is null and `stages` is empty."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="analysis")
    asked_at = models.DateTimeField()
    made_at = models.DateTimeField(null=True)
    stages = models.JSONField(default=list)

    class Meta:
        verbose_name_plural = "analyses"

    def __str__(self) -> str:
        return f"analysis of {self.game_id}"
