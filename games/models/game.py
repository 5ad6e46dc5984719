"""Games and their participants."""

import secrets
from datetime import datetime, timedelta
from typing import Self

from django.db import models
from django.db.models import Q

from common.db.encrypted import SecretBytes, SecretJSON
from common.ids import draw_id
from games.rulesets.registry import VERSIONS
from players.models import Player


def new_id() -> str:
    """Return an id with some 96 random bits: too many to guess a private game's."""
    return draw_id(12)


def new_seed() -> bytes:
    return secrets.token_bytes(32)


class GameQuerySet(models.QuerySet["Game"]):
    """Games by what the server has to do with them."""

    def to_archive(self, before: datetime) -> Self:
        """Return the finished games with rows of their own that ended before a moment, the oldest first."""
        finished = self.filter(status=Game.Status.FINISHED, archived_at__isnull=True)
        return finished.filter(ended_at__lte=before).order_by("ended_at", "id")

    def with_rules(self) -> Self:
        """Return the games whose rules are here."""
        versions = (Q(ruleset=name, rules_version=version) for name, version in VERSIONS)
        return self.filter(Q(*versions, _connector=Q.OR))


class Game(models.Model):
    """A game, from the open table to its result.

    `state` is the ruleset's own state with all its secrets. Only `games.play` writes it, and only
    `games.visibility` shows parts of it.

    Storage (games.0002): large columns lie outside of the row, so that it can change in place.

    Why so: docs/decisions/secrecy.md.
    """

    class Status(models.TextChoices):
        OPEN = "open"
        RUNNING = "running"
        FINISHED = "finished"
        CANCELLED = "cancelled"

    class CancelReason(models.TextChoices):
        """The reason for a cancelled game, as in its last event."""

        HOST = "host"
        NOBODY_LEFT = "nobody_left"
        """All players have left before the start, or have resigned."""
        TIME = "time"
        """The game was open for the longest time that the server allows."""

    class Start(models.TextChoices):
        FULL = "full"
        HOST = "host"

    class Chat(models.TextChoices):
        OPEN = "open"
        PHRASES = "phrases"
        NONE = "none"

    id = models.CharField(primary_key=True, max_length=16, default=new_id, editable=False)
    ruleset = models.CharField(max_length=40)
    rules_version = models.SmallIntegerField()
    options = models.JSONField()
    size = models.SmallIntegerField(help_text="Seats wanted.")
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    start = models.CharField(
        max_length=4,
        choices=Start,
        default=Start.FULL,
        help_text="Whether it starts when the seats are full, or when its host says so.",
    )
    host = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="hosted")
    private = models.BooleanField(default=False)
    bot_accounts = models.BooleanField(
        default=True, help_text="Whether accounts of bots may take seats."
    )
    chat = models.CharField(
        max_length=7,
        choices=Chat,
        default=Chat.OPEN,
        help_text="What those at the table can write to each other: texts, set phrases, or nothing.",
    )
    rematch_of = models.OneToOneField(
        "self",
        null=True,
        on_delete=models.PROTECT,
        related_name="rematch",
        help_text="The finished game of which it is the rematch.",
    )
    clock = models.JSONField(help_text="How long turns may last, as `games.clock.clock` writes it.")
    ahead = models.DurationField(
        default=timedelta(0), help_text="How far the game's own time is ahead, in a sandbox."
    )
    bot_after = models.SmallIntegerField(
        default=3, help_text="Sittings missed in a row after which a bot takes the seat."
    )
    vacations = models.BooleanField(default=True, help_text="Whether vacations stop the clock.")
    least_reliability = models.SmallIntegerField(
        null=True, help_text="Percent of turns that a player must have answered in person to join."
    )
    most_stopped = models.DurationField(
        default=timedelta(days=60), help_text="How long all stops together may hold the game up."
    )
    stopped = models.DurationField(
        default=timedelta(0), help_text="How long stops have held up the turns that are closed."
    )
    goes_on_from = models.DateTimeField(
        null=True, help_text="Stops of the clock from before this moment no longer count."
    )
    joins = models.JSONField(
        default=dict, help_text="How often each player has sat down before the start."
    )
    offers = models.JSONField(default=dict, help_text="How often each player was offered a seat.")
    server_seed = SecretBytes(default=new_seed, editable=False)
    nonce_key = SecretBytes(
        null=True,
        default=new_seed,
        editable=False,
        help_text="What nonces are made from, never shown; null in games that older servers have opened.",
    )
    setup = SecretJSON(null=True, help_text="What chance gave before the first turn.")
    state = SecretJSON(null=True)
    ending = models.JSONField(null=True, help_text="What chance gave after the last turn.")
    stage = models.SmallIntegerField(null=True)
    stages = models.SmallIntegerField(null=True)
    turn_number = models.IntegerField(default=0, help_text="The newest turn; 0 before it.")
    result = models.JSONField(null=True)
    cancel_reason = models.CharField(  # noqa: DJ001  Null is not cancelled.
        max_length=11, choices=CancelReason, null=True
    )
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    archived_at = models.DateTimeField(
        null=True, help_text="When its log and turns were put into one row."
    )

    objects = GameQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="game_status_known",
                condition=Q(status__in=["open", "running", "finished", "cancelled"]),
            ),
            models.CheckConstraint(
                name="game_start_known", condition=Q(start__in=["full", "host"])
            ),
            models.CheckConstraint(
                name="game_running_has_state",
                condition=Q(status__in=["open", "cancelled"]) | Q(state__isnull=False),
            ),
            models.CheckConstraint(
                name="game_finished_has_result",
                condition=~Q(status="finished") | Q(result__isnull=False),
            ),
        ]
        indexes = [
            models.Index(
                fields=["-created_at", "-id"], name="game_public_list", condition=Q(private=False)
            ),
            models.Index(
                fields=["status", "-created_at", "-id"],
                name="game_public_by_status",
                condition=Q(private=False),
            ),
            models.Index(
                fields=["ruleset", "-created_at", "-id"],
                name="game_public_by_ruleset",
                condition=Q(private=False),
            ),
            models.Index("created_at", name="game_waiting", condition=Q(status="open")),
            models.Index(
                fields=["ended_at", "id"],
                name="game_to_archive",
                condition=Q(status="finished", archived_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.ruleset} {self.id}"


class Participant(models.Model):
    """A player in one game, under a random id that is used nowhere else.

    Hashed data names players by these ids, so that a player can be renamed and the proofs of their games
    still hold. The row is made when an event first names the player, and never changes.
    """

    id = models.CharField(primary_key=True, max_length=16, default=new_id, editable=False)
    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="participants", db_index=False
    )
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="participations")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "player"], name="participant_once"),
        ]

    def __str__(self) -> str:
        return f"participant {self.pk} of {self.game_id}"
