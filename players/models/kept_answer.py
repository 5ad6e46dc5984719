"""Answers that are kept for calls that are sent again."""

from django.db import models

from common.db.encrypted import SecretBytes
from players.models.player import Player


class KeptAnswer(models.Model):
    """The answer to a call with an `Idempotency-Key`, for a repeat of it (`players.idempotency`).

    An answer may hold a secret or a hand of cards, so its body is encrypted.
    """

    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="kept_answers", db_index=False
    )
    key = models.CharField(max_length=255)
    call = models.BinaryField(max_length=32, help_text="The digest of method, address and body.")
    status = models.SmallIntegerField()
    headers = models.JSONField(default=dict)
    body = SecretBytes()
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["key", "player"], name="kept_answer_once"),
        ]
        indexes = [
            models.Index(fields=["player", "-at"], name="kept_answer_by_player"),
            models.Index(fields=["at"], name="kept_answer_to_remove"),
        ]

    def __str__(self) -> str:
        return f"answer kept for {self.player_id}"
