"""Names that were given up, and are kept from others for a while."""

from django.db import models

from players.models.player import Player


class KeptName(models.Model):
    """A name that only its former owner may take before its time (`players.names.keep_name`)."""

    digest = models.BinaryField(
        primary_key=True, max_length=32, help_text="A hash of what the name looks like, with a key."
    )
    player = models.ForeignKey(
        Player, null=True, on_delete=models.CASCADE, related_name="kept_names"
    )
    until = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"name kept until {self.until:%Y-%m-%d}"
