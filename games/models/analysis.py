"""The analysis of a finished game by a bot, made once and kept."""

from django.db import models

from games.models.game import Game


class Analysis(models.Model):
    """An analysis. Until a worker has made it, `made_at` is null and `stages` is empty.

    Why so: docs/decisions/bots.md.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="analysis")
    asked_at = models.DateTimeField()
    made_at = models.DateTimeField(null=True)
    stages = models.JSONField(default=list)

    class Meta:
        verbose_name_plural = "analyses"

    def __str__(self) -> str:
        return f"analysis of {self.game_id}"
