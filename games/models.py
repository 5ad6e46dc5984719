"""Games as rows. The database itself refuses what must never be: its constraints are the last word.

A turn is a set of questions put to seats, with one deadline. Whoever writes to a game holds the
lock of its row in `Game`; nobody locks anything of a game before that.

A foreign key has no index of its own (`db_index=False`) where a unique constraint begins with it.

Why so: docs/why.md#rows, docs/why.md#one-lock.
"""

import secrets
from datetime import datetime, timedelta

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Func, Q, Value

from games.chain import START
from players.models import Player
from tideapi.db.encrypted import SecretBytes, SecretJSON


def new_id() -> str:
    """A short, opaque, URL-safe id with 96 random bits, so that nobody guesses a private game's.

    Why so: docs/why.md#private-game.
    """
    return secrets.token_urlsafe(12)


def new_seed() -> bytes:
    return secrets.token_bytes(32)


def new_nonce() -> bytes:
    return secrets.token_bytes(16)


class Game(models.Model):
    """One game, from the open table to its result.

    `state` is the ruleset's own state with all its secrets; only `games.play` writes it, and only
    `games.view` lets anything of it out.

    Why so: docs/why.md#state-apart, docs/why.md#state-encrypted, docs/why.md#counted-in-place.
    """

    class Status(models.TextChoices):
        OPEN = "open"
        RUNNING = "running"
        FINISHED = "finished"
        CANCELLED = "cancelled"

    class Start(models.TextChoices):
        FULL = "full"
        HOST = "host"

    id = models.CharField(primary_key=True, max_length=16, default=new_id, editable=False)
    ruleset = models.CharField(max_length=40)
    rules_version = models.PositiveSmallIntegerField()
    options = models.JSONField()
    size = models.PositiveSmallIntegerField(help_text="Seats wanted.")
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    start = models.CharField(
        max_length=4,
        choices=Start,
        default=Start.FULL,
        help_text="Whether it starts when the seats are full, or when its host says so.",
    )
    host = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="hosted")
    private = models.BooleanField(default=False)
    clock = models.JSONField(help_text="How long turns may last, as `games.clock` writes it.")
    ahead = models.DurationField(
        default=timedelta(0), help_text="How far the game's own time is ahead, in a sandbox."
    )
    bot_after = models.PositiveSmallIntegerField(
        default=3, help_text="Turns missed in a row after which a bot takes the seat."
    )
    vacations = models.BooleanField(default=True, help_text="Whether vacations stop the clock.")
    least_reliability = models.PositiveSmallIntegerField(
        null=True, help_text="Percent of her turns that who joins has answered herself."
    )
    most_stopped = models.DurationField(
        default=timedelta(days=60), help_text="How long all stops together may hold the game up."
    )
    stopped = models.DurationField(
        default=timedelta(0), help_text="How long stops have held up the turns that are closed."
    )
    goes_on_from = models.DateTimeField(
        null=True, help_text="What had stopped its clock before this moment stops it no more."
    )
    joins = models.JSONField(
        default=dict, help_text="How often each player has sat down before the start."
    )
    offers = models.JSONField(default=dict, help_text="How often each player was offered a seat.")
    server_seed = SecretBytes(default=new_seed, editable=False)
    setup = SecretJSON(null=True, help_text="What chance gave before the first turn.")
    state = SecretJSON(null=True)
    ending = models.JSONField(null=True, help_text="What chance gave after the last turn.")
    stage = models.PositiveSmallIntegerField(null=True)
    stages = models.PositiveSmallIntegerField(null=True)
    turn_number = models.PositiveIntegerField(default=0, help_text="The newest turn; 0 before it.")
    event_number = models.PositiveIntegerField(default=0, help_text="The newest event.")
    whisper_number = models.PositiveIntegerField(
        default=0, help_text="The newest of what one player alone was told."
    )
    head = models.BinaryField(default=START, help_text="The newest event's hash.")
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
            models.Index("created_at", name="game_waiting", condition=Q(status="open")),
        ]

    def __str__(self) -> str:
        return f"{self.ruleset} {self.id}"


class Participant(models.Model):
    """A player as one game knows her: under an id that is random, and known nowhere else.

    Whatever is hashed names her by it, so that a player can be renamed and each proof of her games still
    holds. Made when she is first named in the game's log or in what is told alone; it never changes.
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


class Seat(models.Model):
    """A place at the table, taken by a player or by a bot. A free seat has no row.

    A seat with both is a player's who is away: the bot stands in for her. `required` and `answered`
    count the questions that the player was meant to answer and those that she did. Of the text that she
    gave for the deal only the hash is kept, as it is written.
    """

    class Away(models.TextChoices):
        ABSENT = "absent"
        RESIGNED = "resigned"

    participant: str | None
    """Who its player is in this game (`Participant`): read with the row where it is shown."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="seats")
    bot = models.CharField(max_length=40, null=True)  # noqa: DJ001  A seat has a bot or none.
    entropy = models.CharField(max_length=71, null=True)  # noqa: DJ001  No text is no hash.
    entropy_at = models.DateTimeField(
        null=True, help_text="When it was given, by the player whose seat it is."
    )
    entropy_changes = models.PositiveSmallIntegerField(
        default=0, help_text="How often it was given anew."
    )
    score = models.SmallIntegerField(default=0)
    won = models.BooleanField(default=False, help_text="Has won the finished game, maybe shared.")
    heard = models.PositiveIntegerField(
        default=0, help_text="The newest event of the game in the player's own feed."
    )
    hears_until = models.PositiveIntegerField(
        null=True, help_text="The last event for the feed of a player who has resigned."
    )
    away = models.CharField(max_length=8, choices=Away, null=True)  # noqa: DJ001  Or she is here.
    bank = models.DurationField(default=timedelta(0), help_text="What is left of the time bank.")
    missed = models.PositiveSmallIntegerField(
        default=0, help_text="Sittings in a row in which the clock had to play."
    )
    missed_sitting = models.CharField(max_length=80, blank=True, help_text="The last of them.")
    required = models.PositiveIntegerField(default=0)
    answered = models.PositiveIntegerField(default=0)
    offered_to = models.ForeignKey(
        Player, null=True, on_delete=models.SET_NULL, related_name="seats_offered"
    )
    taken_at = models.DateTimeField(
        null=True, help_text="When its player took it over from somebody else."
    )
    deeds = models.PositiveSmallIntegerField(
        default=0, help_text="What its player has done in one turn besides answering."
    )
    deeds_turn = models.PositiveIntegerField(default=0, help_text="In which turn that was.")

    class Meta:
        ordering = ["number"]
        constraints = [
            # Checked at the end of each statement, because one closes up the free seats.
            models.UniqueConstraint(
                fields=["game", "number"], name="seat_once", deferrable=models.Deferrable.IMMEDIATE
            ),
            models.UniqueConstraint(fields=["game", "player"], name="seat_one_per_player"),
            models.CheckConstraint(
                name="seat_player_or_bot",
                condition=Q(player__isnull=True, bot__isnull=False, away__isnull=True)
                | Q(player__isnull=False, bot__isnull=True, away__isnull=True)
                | Q(player__isnull=False, bot__isnull=False, away__isnull=False),
            ),
            models.CheckConstraint(
                name="seat_away_known",
                condition=Q(away__isnull=True) | Q(away__in=["absent", "resigned"]),
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of {self.game_id}"

    @property
    def present(self) -> bool:
        """Whether a player sits here herself."""
        return self.player_id is not None and self.away is None

    @property
    def owner_id(self) -> int | None:
        """The player whose seat it is, here or absent; who has resigned has given it up."""
        return None if self.away == self.Away.RESIGNED else self.player_id


class FormerSeat(models.Model):
    """What a player did in a seat that is somebody else's by now.

    Her feed still lacks some of what she could hear in it as long as `heard` is below `hears_until`. She
    may have read more of it than `heard` says.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="former_seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="former_seats")
    required = models.PositiveIntegerField()
    answered = models.PositiveIntegerField()
    heard = models.PositiveIntegerField(
        default=0, db_default=0, help_text="An event of the game up to which her feed has all."
    )
    hears_until = models.PositiveIntegerField(
        default=0, db_default=0, help_text="The last event of the game for her feed."
    )
    ended_at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(
                "player",
                name="former_seat_to_bring_in",
                condition=Q(heard__lt=F("hears_until")),
            ),
        ]

    def __str__(self) -> str:
        return f"former seat {self.number} of {self.game_id}"


class Pause(models.Model):
    """A time in which a game's clock stands still, proposed by one player and agreed by all."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="pauses", db_index=False)
    length = models.DurationField()
    proposed_by = models.PositiveSmallIntegerField()
    agreed = ArrayField(models.PositiveSmallIntegerField())
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


class Stage(models.Model):
    """A stage of a game that is over: points by seat, what all may see, what waits for the end."""

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="stage_rows", db_index=False
    )
    number = models.PositiveSmallIntegerField()
    scores = models.JSONField()
    shown = models.JSONField()
    sealed = SecretJSON()
    ended_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="stage_once")]

    def __str__(self) -> str:
        return f"stage {self.number} of {self.game_id}"


class Turn(models.Model):
    """Questions put to seats, with one deadline.

    The time of every seat asked begins at `clock_from`, where the first turn of the sitting was opened:
    `base` for all, and then what her own bank held. `banks`, `dues` and `stops` stand in the order of
    `asked`; `stops` are the times, as they are told, at which the clock of a seat stands still before its
    deadline, and `due_at` is the last of the deadlines.

    The sweep looks at an open turn from `look_at` on: at a deadline, or later where the rules raised and
    it is tried again. A worker that moves bots looks at it from `bots_at` on. Of turns that are due those go
    first for which somebody who is there waits.

    Why so: docs/why.md#next-check, docs/why.md#late-card, docs/why.md#error-kind.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="turns", db_index=False)
    number = models.PositiveIntegerField()
    stage = models.PositiveSmallIntegerField()
    heading = models.JSONField()
    asked = ArrayField(models.PositiveSmallIntegerField())
    sitting = models.CharField(max_length=80)
    chance = models.JSONField(help_text="What chance gave to open it.")
    opened_at = models.DateTimeField()
    clock_from = models.DateTimeField()
    base = models.DurationField()
    banks = ArrayField(models.DurationField())
    dues = ArrayField(models.DateTimeField())
    stops = models.JSONField(default=list)
    due_at = models.DateTimeField()
    look_at = models.DateTimeField()
    held_until = models.DateTimeField(
        null=True, help_text="Up to when stops held it up that are there no more."
    )
    bots_at = models.DateTimeField(null=True, help_text="When a bot has to move, if one has.")
    unattended = models.BooleanField(default=False, help_text="No player is there to wait.")
    changes = ArrayField(
        models.PositiveSmallIntegerField(),
        default=list,
        help_text="How often each seat asked has replaced or taken back its answer.",
    )
    go_on = ArrayField(
        models.PositiveSmallIntegerField(),
        default=list,
        help_text="Seats that want the clock to run although somebody is on vacation.",
    )
    salt = SecretBytes(default=new_nonce, help_text="Hides what is private in its closing.")
    faults = models.PositiveSmallIntegerField(default=0)
    fault = models.TextField(blank=True, help_text="Where the rules raised the last time.")
    closed_at = models.DateTimeField(null=True)

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
                "look_at",
                name="turn_to_look_at",
                condition=Q(closed_at__isnull=True),
            ),
            models.Index(
                "bots_at",
                name="turn_bots_to_move",
                condition=Q(closed_at__isnull=True, bots_at__isnull=False),
            ),
            models.Index(
                "game", name="turn_set_aside", condition=Q(closed_at__isnull=True, faults__gt=0)
            ),
        ]

    def __str__(self) -> str:
        return f"turn {self.number} of {self.game_id}"

    def due(self, seat: int) -> datetime:
        """The deadline of a seat that is asked."""
        return self.dues[self.asked.index(seat)]

    def bank(self, seat: int) -> timedelta:
        """What the bank of a seat that is asked held when its time began."""
        return self.banks[self.asked.index(seat)]


class Submission(models.Model):
    """One seat's answer to one turn: sealed until the turn closes.

    `skipped` are the entries of the seat's standing order that did not fit when the clock looked.
    """

    class By(models.TextChoices):
        PLAYER = "player"
        BOT = "bot"
        ORDER = "order"
        CLOCK = "clock"
        FORCED = "forced"

    turn = models.ForeignKey(
        Turn, on_delete=models.CASCADE, related_name="submissions", db_index=False
    )
    seat = models.PositiveSmallIntegerField()
    action = SecretJSON()
    by = models.CharField(max_length=6, choices=By)
    receipt = models.CharField(max_length=16, default=new_id)
    nonce = SecretBytes(default=new_nonce, help_text="Hides the action in its commitment.")
    skipped = SecretJSON(default=list)
    sealed_at = models.DateTimeField()

    class Meta:
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(fields=["turn", "seat"], name="submission_once"),
            models.CheckConstraint(
                name="submission_by_known",
                condition=Q(by__in=["player", "bot", "order", "clock", "forced"]),
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} in turn {self.turn_id}"


class StandingOrder(models.Model):
    """What is to be played for a seat whose player has not answered: sealed like an answer."""

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="standing_order")
    order = SecretJSON()
    at_once = models.BooleanField(help_text="Played when the question is put, not at its deadline.")
    given_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"standing order of {self.seat_id}"


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
    hash = models.BinaryField(help_text="The head of the log with this event, 32 bytes.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="event_once"),
            models.CheckConstraint(name="event_from_one", condition=Q(number__gte=1)),
        ]

    def __str__(self) -> str:
        return f"event {self.number} of {self.game_id}"


class Whisper(models.Model):
    """Something that one player alone is told, in her own feed: of a game, or of her account.

    What is of a game is bound into its log with the `turn` that closes next. Its `number` says in which
    order it was told there, to whomever: from 1, and shown nowhere.

    Why so: docs/why.md#private-events, docs/why.md#private-order.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="whispers")
    game = models.ForeignKey(
        Game, null=True, on_delete=models.CASCADE, related_name="whispers", db_index=False
    )
    number = models.PositiveIntegerField(null=True)
    turn = models.ForeignKey(Turn, null=True, on_delete=models.CASCADE, related_name="whispers")
    type = models.CharField(max_length=40)
    data = SecretJSON()
    at = models.DateTimeField()
    heard = models.BooleanField(default=False, help_text="It has its number in the feed.")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game", "number"], name="whisper_once", condition=Q(game__isnull=False)
            ),
            models.CheckConstraint(
                name="whisper_of_a_game_numbered",
                condition=Q(game__isnull=True, number__isnull=True)
                | Q(game__isnull=False, number__isnull=False, number__gte=1),
            ),
        ]
        indexes = [
            models.Index("player", name="whisper_to_bring_in", condition=Q(heard=False)),
            models.Index("game", name="whisper_to_bind", condition=Q(turn__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"whisper {self.pk} to {self.player_id}"


class Notice(models.Model):
    """An event, or a whisper, in one player's own feed, numbered from 1 without a gap."""

    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="notices", db_index=False
    )
    number = models.PositiveBigIntegerField()
    event = models.ForeignKey(Event, null=True, on_delete=models.CASCADE, related_name="notices")
    whisper = models.OneToOneField(
        Whisper, null=True, on_delete=models.CASCADE, related_name="notice"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "number"], name="notice_once"),
            models.UniqueConstraint(fields=["player", "event"], name="notice_of_event_once"),
            models.CheckConstraint(
                name="notice_of_one_thing",
                condition=Q(event__isnull=True, whisper__isnull=False)
                | Q(event__isnull=False, whisper__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"notice {self.number} of {self.player_id}"


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
