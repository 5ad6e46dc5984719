"""What a bot thinks of a finished game, made once and kept."""

from django.db import models

from games.models.game import Game


class Analysis(models.Model):
    """Asked for at `asked_at`; a worker makes it, and until then `made_at` is null and `stages` is empty.

    Why so: docs/why.md#analysis.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="analysis")
    asked_at = models.DateTimeField()
    made_at = models.DateTimeField(null=True)
    stages = models.JSONField(default=list)

    class Meta:
        verbose_name_plural = "analyses"

    def __str__(self) -> str:
        return f"analysis of {self.game_id}"
