"""Games that are over for long: the whole of what happened in one, as one compressed row."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from games.models.game import Game
from players.models import Player
from tideapi.db.encrypted import SecretBytes


class ArchivedGame(models.Model):
    """The log, turns, answers, stages and private events of a finished game, which have no rows any more.

    `content` has them (`games.archive.packing`), or a store of the operator's has them encrypted under `key`.
    `length` and `digest` are of what lies there, so that nothing else is taken for it.

    Why so: docs/why.md#archived.
    """

    game = models.OneToOneField(
        Game, primary_key=True, on_delete=models.CASCADE, related_name="archived"
    )
    content = SecretBytes(null=True)
    key = models.CharField(max_length=100, null=True)  # noqa: DJ001  A row has a content or a key.
    length = models.IntegerField(help_text="Bytes, encrypted.")
    digest = models.BinaryField(null=True, help_text="SHA-256 of what lies in the store.")

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="archived_game_here_or_there",
                condition=Q(content__isnull=False, key__isnull=True, digest__isnull=True)
                | Q(content__isnull=True, key__isnull=False, digest__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"archive of {self.game_id}"


class ArchivedFeed(models.Model):
    """Where the events of an archived game stand in one player's feed, from number `first` to `last`.

    Which things stand there under which numbers is in `runs` (`games.feeds.archived`). A thing is an event by
    its number in the game's log, or a private event.

    Why so: docs/why.md#archived-feed.
    """

    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="archived_feed", db_index=False
    )
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="archived_feeds")
    first = models.BigIntegerField()
    last = models.BigIntegerField()
    event = models.IntegerField(help_text="The newest event of the game among them.")
    alone = ArrayField(
        models.IntegerField(), help_text="Numbers of her private events in the game."
    )
    runs = models.BinaryField(help_text="Things that follow one another, compressed.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "game"], name="archived_feed_once"),
            models.CheckConstraint(
                name="archived_feed_in_order", condition=Q(first__lte=models.F("last"))
            ),
        ]
        indexes = [models.Index(fields=["player", "last"], name="archived_feed_place")]

    def __str__(self) -> str:
        return f"archived feed of {self.player_id} in {self.game_id}"
