"""What the server notes for itself about its own work."""

from django.db import models

from players.models import Player


class BotShare(models.Model):
    """When bots have moved last in a game of one host: whose share was least recent is served next."""

    player = models.OneToOneField(
        Player, primary_key=True, on_delete=models.CASCADE, related_name="bot_share"
    )
    moved_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"bots of {self.player_id}"


class Heartbeat(models.Model):
    """When something that must happen again and again happened last, and how many seconds it took."""

    name = models.CharField(primary_key=True, max_length=40)
    at = models.DateTimeField()
    seconds = models.FloatField(default=0)

    def __str__(self) -> str:
        return self.name
