"""The server's notes on its own work."""

from django.db import models

from players.models import Player


class BotShare(models.Model):
    """The last move of bots in a game of a host. The host with the oldest one is served next."""

    player = models.OneToOneField(
        Player, primary_key=True, on_delete=models.CASCADE, related_name="bot_share"
    )
    moved_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"bots of {self.player_id}"


class Heartbeat(models.Model):
    """The last run of a recurring task, and its duration in seconds."""

    name = models.CharField(primary_key=True, max_length=40)
    at = models.DateTimeField()
    seconds = models.FloatField(default=0)

    def __str__(self) -> str:
        return self.name
