"""Games as rows. The database itself refuses what must never be: its constraints are the last word.

A turn is a set of questions put to seats, with one deadline. Whoever writes to a game holds the
lock of its row in `Game`; nobody locks anything of a game before that.

A foreign key has no index of its own (`db_index=False`) where a unique constraint begins with it.
"""

import secrets

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Func, Q, Value

from players.models import Player


def new_id() -> str:
    """A short, opaque, URL-safe id with 96 random bits: nobody guesses a private game's."""
    return secrets.token_urlsafe(12)


def new_seed() -> bytes:
    return secrets.token_bytes(32)


class Game(models.Model):
    """One game, from the open table to its result.

    `state` is the ruleset's own state with all its secrets; only `games.play` writes it, and only
    `games.look` lets anything of it out.
    """

    class Status(models.TextChoices):
        OPEN = "open"
        RUNNING = "running"
        FINISHED = "finished"
        CANCELLED = "cancelled"

    id = models.CharField(primary_key=True, max_length=16, default=new_id, editable=False)
    ruleset = models.CharField(max_length=40)
    rules_version = models.PositiveSmallIntegerField()
    options = models.JSONField()
    size = models.PositiveSmallIntegerField(help_text="Seats wanted.")
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    host = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="hosted")
    private = models.BooleanField(default=False)
    per_turn = models.DurationField(help_text="Time to answer the questions of one turn.")
    server_seed = models.BinaryField(max_length=32, default=new_seed, editable=False)
    setup = models.JSONField(null=True, help_text="What chance gave before the first turn.")
    state = models.JSONField(null=True)
    ending = models.JSONField(null=True, help_text="What chance gave after the last turn.")
    stage = models.PositiveSmallIntegerField(null=True)
    stages = models.PositiveSmallIntegerField(null=True)
    turn_number = models.PositiveIntegerField(default=0, help_text="The newest turn; 0 before it.")
    event_number = models.PositiveIntegerField(default=0, help_text="The newest event.")
    result = models.JSONField(null=True)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="game_status_known",
                condition=Q(status__in=["open", "running", "finished", "cancelled"]),
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
        ]

    def __str__(self) -> str:
        return f"{self.ruleset} {self.id}"


class Seat(models.Model):
    """A place at the table, taken by a player or by a bot. A free seat has no row."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="seats")
    bot = models.CharField(max_length=40, null=True)  # noqa: DJ001  A seat has a bot or none.
    entropy = models.CharField(max_length=200, blank=True)
    score = models.SmallIntegerField(default=0)
    won = models.BooleanField(default=False, help_text="Has won the finished game, maybe shared.")
    heard = models.PositiveIntegerField(
        default=0, help_text="The newest event of the game in the player's own feed."
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="seat_once"),
            models.UniqueConstraint(fields=["game", "player"], name="seat_one_per_player"),
            models.CheckConstraint(
                name="seat_player_or_bot",
                condition=Q(player__isnull=True, bot__isnull=False)
                | Q(player__isnull=False, bot__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of {self.game_id}"


class Stage(models.Model):
    """A stage of a game that is over: points by seat, what all may see, what waits for the end."""

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="stage_rows", db_index=False
    )
    number = models.PositiveSmallIntegerField()
    scores = models.JSONField()
    shown = models.JSONField()
    sealed = models.JSONField()
    ended_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="stage_once")]

    def __str__(self) -> str:
        return f"stage {self.number} of {self.game_id}"


class Turn(models.Model):
    """Questions put to seats, with one deadline.

    The sweep looks at an open turn from `look_at` on: at the deadline, or earlier where a bot has
    to move, or later where the rules raised and it is tried again.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="turns", db_index=False)
    number = models.PositiveIntegerField()
    stage = models.PositiveSmallIntegerField()
    heading = models.JSONField()
    asked = ArrayField(models.PositiveSmallIntegerField())
    sitting = models.CharField(max_length=80)
    chance = models.JSONField(help_text="What chance gave to open it.")
    opened_at = models.DateTimeField()
    due_at = models.DateTimeField()
    look_at = models.DateTimeField()
    faults = models.PositiveSmallIntegerField(default=0)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="turn_once"),
            models.UniqueConstraint(
                fields=["game"], name="turn_one_open", condition=Q(closed_at__isnull=True)
            ),
        ]
        indexes = [
            models.Index("look_at", name="turn_to_look_at", condition=Q(closed_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"turn {self.number} of {self.game_id}"


class Submission(models.Model):
    """One seat's answer to one turn: sealed until the turn closes."""

    class By(models.TextChoices):
        PLAYER = "player"
        BOT = "bot"
        CLOCK = "clock"
        FORCED = "forced"

    turn = models.ForeignKey(
        Turn, on_delete=models.CASCADE, related_name="submissions", db_index=False
    )
    seat = models.PositiveSmallIntegerField()
    action = models.JSONField()
    by = models.CharField(max_length=6, choices=By)
    receipt = models.CharField(max_length=16, default=new_id)
    sealed_at = models.DateTimeField()

    class Meta:
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(fields=["turn", "seat"], name="submission_once"),
            models.CheckConstraint(
                name="submission_by_known",
                condition=Q(by__in=["player", "bot", "clock", "forced"]),
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} in turn {self.turn_id}"


class Event(models.Model):
    """Something that all who may look at a game may know, numbered from 1 without a gap.

    That each number follows the one before is a foreign key to the row with the previous number.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="events", db_index=False)
    number = models.PositiveIntegerField()
    previous = models.GeneratedField(
        expression=Func(F("number") - 1, Value(0), function="NULLIF"),
        output_field=models.IntegerField(null=True),
        db_persist=True,
    )
    type = models.CharField(max_length=40)
    data = models.JSONField()
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="event_once"),
            models.CheckConstraint(name="event_from_one", condition=Q(number__gte=1)),
        ]

    def __str__(self) -> str:
        return f"event {self.number} of {self.game_id}"


class Notice(models.Model):
    """An event in one player's own feed over all her games, numbered from 1 without a gap."""

    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="notices", db_index=False
    )
    number = models.PositiveBigIntegerField()
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="notices")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "number"], name="notice_once"),
            models.UniqueConstraint(fields=["player", "event"], name="notice_of_event_once"),
        ]

    def __str__(self) -> str:
        return f"notice {self.number} of {self.player_id}"


class Heartbeat(models.Model):
    """When something that must happen again and again happened last."""

    name = models.CharField(primary_key=True, max_length=40)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name
