"""Events of games, and their numbers in players' feeds."""

from django.db import models
from django.db.models import F, Func, Q, Value

from common.db.encrypted import SecretJSON
from games.fairness.commitments import START
from games.models.game import Game
from games.models.turns import Turn
from players.models import Player


class Log(models.Model):
    """The end of a game's log. A sealed answer writes this row, and no other that was there before.

    The lock of this row is the lock of the game. The events themselves are rows of `Event`.
    Its pages have room for it to change in place (games.0002).

    Why so: docs/decisions/log-and-proof.md.
    """

    game = models.OneToOneField(
        Game, primary_key=True, on_delete=models.CASCADE, related_name="log"
    )
    event_number = models.IntegerField(default=0, help_text="The newest event.")
    private_number = models.IntegerField(
        default=0, help_text="The newest of what one player alone was told."
    )
    head = models.BinaryField(default=START, help_text="The newest event's hash.")
    newest_at = models.DateTimeField(
        help_text="When the newest event happened, or one player alone was told something."
    )
    event_type = models.CharField(
        max_length=40, default="", db_default="", help_text="The newest event's type."
    )
    event_at = models.DateTimeField(null=True, help_text="When the newest event happened.")
    acted = models.JSONField(
        null=True,
        help_text="By seat: the newest event, and of what was told alone, when its player last acted.",
    )

    def __str__(self) -> str:
        return f"log of {self.game_id}"


class Event(models.Model):
    """One thing that has happened in a game, told to all who may see the game.

    Events are numbered from 1 without a gap: the database refuses a second one of a number, and one whose
    `previous` is missing (`event_follows`, games.0002). The hash covers all events before it.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="events", db_index=False)
    number = models.IntegerField()
    type = models.CharField(max_length=40)
    data = models.JSONField()
    at = models.DateTimeField()
    hash = models.BinaryField()
    previous = models.GeneratedField(
        expression=Func(F("number") - 1, Value(0), function="NULLIF"),
        output_field=models.IntegerField(null=True),
        db_persist=True,
        help_text="The number of the event before: a foreign key with the game.",
    )

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="event_once")]

    def __str__(self) -> str:
        return f"event {self.number} of {self.game_id}"


class PrivateEvent(models.Model):
    """An event in one player's feed alone: of a game, or of their account.

    The next `turn` to close binds an event of a game into its log. Its `number` counts the private events
    of the game, to all players, from 1; it is shown nowhere.

    An event among people belongs to no game, though its data may name one. Its `about` is the other player,
    who is shown with their current username.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="private_events")
    game = models.ForeignKey(
        Game, null=True, on_delete=models.CASCADE, related_name="private_events", db_index=False
    )
    number = models.IntegerField(null=True)
    turn = models.ForeignKey(
        Turn, null=True, on_delete=models.CASCADE, related_name="private_events", db_index=False
    )
    about = models.ForeignKey(
        Player, null=True, on_delete=models.SET_NULL, related_name="events_about", db_index=False
    )
    type = models.CharField(max_length=40)
    data = SecretJSON()
    at = models.DateTimeField()
    in_feed = models.BooleanField(
        default=False, help_text="It has its number in the feed, or is withheld from it."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game", "number"],
                name="private_event_once",
                condition=Q(game__isnull=False),
            ),
            models.CheckConstraint(
                name="private_event_numbered",
                condition=Q(game__isnull=True, number__isnull=True)
                | Q(game__isnull=False, number__isnull=False, number__gte=1),
            ),
        ]
        indexes = [
            models.Index("player", name="private_event_to_bring_in", condition=Q(in_feed=False)),
            models.Index("game", name="private_event_to_bind", condition=Q(turn__isnull=True)),
            models.Index("turn", name="private_event_of_turn", condition=Q(turn__isnull=False)),
            models.Index("about", name="private_event_about", condition=Q(about__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"private_event {self.pk} to {self.player_id}"


class ReadMark(models.Model):
    """The last events of a game that a player has read: of its log, private events, and messages.

    Why so: docs/decisions/feeds.md.
    """

    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="read_marks", db_index=False
    )
    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="read_marks", db_index=False
    )
    event = models.IntegerField(help_text="Number of an event in the log, 0 for none.")
    private_event = models.IntegerField(
        help_text="Number of a private event in the game, 0 for none."
    )
    messages_at = models.DateTimeField(
        null=True, help_text="Messages up to this moment are read, null for none."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "game"], name="read_mark_once"),
        ]
        indexes = [models.Index(fields=["game"], name="read_mark_of_game")]

    def __str__(self) -> str:
        return f"read mark of {self.player_id} in {self.game_id}"


class FeedRange(models.Model):
    """A range of numbers in a player's feed, from `first` to `last`, with its events.

    These are consecutive events of a game's log, from `event` on, or one private event of a game by its
    number there, or one event of the account. A feed is numbered from 1 without a gap, except for events
    removed from its beginning. The last range grows in place: pages have room for it (games.0002).
    """

    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="feed", db_index=False
    )
    first = models.BigIntegerField()
    last = models.BigIntegerField()
    game = models.ForeignKey(
        Game, null=True, on_delete=models.CASCADE, related_name="in_feeds", db_index=False
    )
    event = models.IntegerField(null=True, help_text="Number of the first event in the game's log.")
    private_event = models.IntegerField(
        null=True, help_text="Number of a private event in the game."
    )
    account_event = models.ForeignKey(
        PrivateEvent, null=True, on_delete=models.CASCADE, related_name="in_feed_at", db_index=False
    )
    at = models.DateTimeField(help_text="When the last of it happened.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "first"], name="feed_range_once"),
            models.UniqueConstraint(
                fields=["player", "game", "event"],
                name="feed_range_of_event_once",
                condition=Q(event__isnull=False),
            ),
            models.UniqueConstraint(
                fields=["player", "game", "private_event"],
                name="feed_range_of_private_event_once",
                condition=Q(private_event__isnull=False),
            ),
            models.UniqueConstraint(
                fields=["account_event"],
                name="feed_range_of_account_event_once",
                condition=Q(account_event__isnull=False),
            ),
            models.CheckConstraint(
                name="feed_range_of_one_thing",
                condition=Q(
                    game__isnull=False,
                    event__isnull=False,
                    private_event__isnull=True,
                    account_event__isnull=True,
                    last__gte=F("first"),
                )
                | Q(
                    game__isnull=False,
                    event__isnull=True,
                    private_event__isnull=False,
                    account_event__isnull=True,
                    last=F("first"),
                )
                | Q(
                    game__isnull=True,
                    event__isnull=True,
                    private_event__isnull=True,
                    account_event__isnull=False,
                    last=F("first"),
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first} to {self.last} of the feed of {self.player_id}"
