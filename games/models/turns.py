"""Stages, turns, the questions that they put to seats, the sealed answers, and pauses."""

from datetime import datetime, timedelta
from typing import Self

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from common.db.encrypted import SecretBytes, SecretJSON
from games.models.game import Game
from games.models.seats import Seat
from players.models import Player


class Stage(models.Model):
    """A stage of a game, from its first turn on.

    Once it is over, it has points by seat, `shown` for all viewers, and `sealed` for after the game.
    """

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="stage_rows", db_index=False
    )
    number = models.SmallIntegerField()
    began_at = models.DateTimeField(
        null=True, help_text="Null where an older server has seen it begin."
    )
    scores = models.JSONField(null=True)
    shown = models.JSONField(null=True)
    sealed = SecretJSON(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="stage_once")]

    def __str__(self) -> str:
        return f"stage {self.number} of {self.game_id}"


class TurnQuerySet(models.QuerySet["Turn"]):
    """Turns that are open, and which of them wait for the server."""

    def open(self) -> Self:
        return self.filter(closed_at__isnull=True)

    def due(self, moment: datetime) -> Self:
        """Return the open turns that the sweep has to check by this moment."""
        return self.open().filter(next_check_at__lte=moment)

    def set_aside(self) -> Self:
        """Return the open turns whose rules raised, without those of cancelled games."""
        return self.open().filter(faults__gt=0, game__status=Game.Status.RUNNING)

    def bots_due(self, moment: datetime) -> Self:
        """Return the open turns in which a bot has to move by this moment."""
        return self.open().filter(bots_at__lte=moment)

    def thinkers_due(self, moment: datetime) -> Self:
        """Return the open turns in which a bot that thinks long has to move by this moment."""
        return self.open().filter(thinkers_at__lte=moment)


class Turn(models.Model):
    """Questions put to seats, with one deadline.

    The time of every seat asked begins at `clock_from`, when the first turn of the sitting was opened. It is
    `base` for all, plus what is the seat's own (`Question`). `due_at` is the last of the deadlines.

    The sweep checks an open turn from `next_check_at` on: at a deadline, or later if the rules raised and it
    is tried again. A worker that moves bots looks at it from `bots_at` on, and one for bots that think long
    from `thinkers_at` on. Due turns for which a player who is present waits come first.

    Why so: docs/decisions/deadlines.md.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="turns", db_index=False)
    number = models.IntegerField()
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="turns")
    heading = models.JSONField()
    sitting = models.CharField(max_length=80)
    chance = models.JSONField(help_text="What chance gave to open it.")
    opened_at = models.DateTimeField()
    clock_from = models.DateTimeField()
    base = models.DurationField()
    given_by = ArrayField(
        models.SmallIntegerField(),
        default=list,
        help_text="Seats that have given time to another in this turn.",
    )
    due_at = models.DateTimeField()
    next_check_at = models.DateTimeField()
    held_until = models.DateTimeField(
        null=True, help_text="Until when stops that are over held it up."
    )
    bots_at = models.DateTimeField(null=True, help_text="When a bot has to move, if one has.")
    thinkers_at = models.DateTimeField(
        null=True, help_text="The same of a bot that thinks long: others do not wait for it."
    )
    unattended = models.BooleanField(default=False, help_text="No player is there to wait.")
    go_on = ArrayField(
        models.SmallIntegerField(),
        default=list,
        help_text="Seats that want the clock to run although a player is on vacation.",
    )
    salt = SecretBytes(help_text="Hides what is private in its closing.")
    faults = models.SmallIntegerField(default=0)
    fault = models.TextField(blank=True, help_text="Where the rules raised the last time.")
    closed_at = models.DateTimeField(null=True)

    objects = TurnQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="turn_once"),
            models.UniqueConstraint(
                fields=["game"], name="turn_one_open", condition=Q(closed_at__isnull=True)
            ),
        ]
        indexes = [
            models.Index(
                "unattended",
                "next_check_at",
                name="turn_to_check",
                condition=Q(closed_at__isnull=True),
            ),
            models.Index(
                "bots_at",
                name="turn_bots_to_move",
                condition=Q(closed_at__isnull=True, bots_at__isnull=False),
            ),
            models.Index(
                "thinkers_at",
                name="turn_thinkers_to_move",
                condition=Q(closed_at__isnull=True, thinkers_at__isnull=False),
            ),
            models.Index(
                "game", name="turn_set_aside", condition=Q(closed_at__isnull=True, faults__gt=0)
            ),
        ]

    def __str__(self) -> str:
        return f"turn {self.number} of {self.game_id}"


class QuestionQuerySet(models.QuerySet["Question"]):
    """Questions by who has to answer them."""

    def waiting(self, player: Player) -> Self:
        """Return the questions of running games that wait for this player's answer."""
        return self.filter(
            game__status=Game.Status.RUNNING,
            turn__closed_at=None,
            seat__player=player,
            seat__away=None,
            submission=None,
        )


class Question(models.Model):
    """A turn's question to one seat, with the seat's own deadline.

    The seat's time is the turn's `base`, the time that others have `given` the seat, and its bank as it was
    when its time began. `stops` are the spans, as the log has them, in which the seat's clock stands still
    before the deadline.
    """

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="questions", db_index=False
    )
    turn = models.ForeignKey(
        Turn, on_delete=models.CASCADE, related_name="questions", db_index=False
    )
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="questions")
    due_at = models.DateTimeField()
    bank = models.DurationField(default=timedelta(0))
    given = models.DurationField(default=timedelta(0), help_text="What other players have added.")
    changes = models.SmallIntegerField(
        default=0, help_text="How often its answer was replaced or taken back."
    )
    stops = models.JSONField(default=list)

    objects = QuestionQuerySet.as_manager()

    class Meta:
        ordering = ["turn", "seat"]
        constraints = [models.UniqueConstraint(fields=["turn", "seat"], name="question_once")]
        indexes = [models.Index("game", name="question_of_game")]

    def __str__(self) -> str:
        return f"question to seat {self.seat_id} in turn {self.turn_id}"

    @property
    def time_allowed(self) -> timedelta:
        """Return the whole time of the seat, its bank included."""
        return self.turn.base + self.given + self.bank


class Submission(models.Model):
    """The answer to a question, sealed until the turn closes."""

    class By(models.TextChoices):
        PLAYER = "player"
        BOT = "bot"
        ORDER = "order"
        CLOCK = "clock"

    game = models.ForeignKey(
        Game,
        on_delete=models.CASCADE,
        related_name="submissions",
        db_index=False,
        db_constraint=False,
    )
    question = models.OneToOneField(
        Question, primary_key=True, on_delete=models.CASCADE, related_name="submission"
    )
    action = SecretJSON()
    by = models.CharField(max_length=6, choices=By)
    receipt = models.CharField(max_length=16)
    nonce = SecretBytes(help_text="Hides the action in its commitment.")
    sealed_at = models.DateTimeField()
    event = models.IntegerField(
        null=True, help_text="The event that told of it; null where the turn closed with it."
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="submission_by_known",
                condition=Q(by__in=["player", "bot", "order", "clock"]),
            ),
        ]
        indexes = [models.Index("game", name="submission_of_game")]

    def __str__(self) -> str:
        return f"answer to {self.question_id}"


class Pause(models.Model):
    """A span in which a game's clock stands still, proposed by one player and agreed by all."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="pauses", db_index=False)
    length = models.DurationField()
    proposed_by = models.SmallIntegerField()
    agreed = ArrayField(models.SmallIntegerField())
    proposed_at = models.DateTimeField()
    from_at = models.DateTimeField(null=True)
    until_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game"], name="pause_one_proposed", condition=Q(from_at__isnull=True)
            ),
        ]
        indexes = [models.Index(fields=["game", "until_at"], name="pause_of_game")]

    def __str__(self) -> str:
        return f"pause of {self.game_id}"
