"""The server's notes on its own work."""

from datetime import timedelta

from django.db import models

from games.clock.now import now
from players.models import Player


class BotShare(models.Model):
    """The last move of bots in a game of a host. The host with the oldest one is served next."""

    player = models.OneToOneField(
        Player, primary_key=True, on_delete=models.CASCADE, related_name="bot_share"
    )
    moved_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"bots of {self.player_id}"


class HeartbeatQuerySet(models.QuerySet["Heartbeat"]):
    """Runs of tasks by their age."""

    def age(self, name: str) -> timedelta | None:
        """Return how long ago a task ran last; None if it never did."""
        at = self.filter(name=name).values_list("at", flat=True).first()
        return None if at is None else now() - at


class Heartbeat(models.Model):
    """The last run of a recurring task, and its duration in seconds."""

    MAILBOX = "mailbox"
    """The name of the polls of a mailbox."""

    name = models.CharField(primary_key=True, max_length=40)
    at = models.DateTimeField()
    seconds = models.FloatField(default=0)

    objects = HeartbeatQuerySet.as_manager()

    def __str__(self) -> str:
        return self.name
