"""Seats, former seats, and standing orders."""

from datetime import timedelta
from typing import Self

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Coalesce, Greatest, Least

from common.db.encrypted import SecretJSON
from common.db.sql import fetch_rows
from games.models.game import Game
from players.models import Player


class SeatQuerySet(models.QuerySet["Seat"]):
    """Seats by whose they are."""

    def kept(self) -> Self:
        """Return the seats whose players have not resigned, those of bots too."""
        return self.exclude(away=Seat.Away.RESIGNED)

    def behind(self) -> Self:
        """Return the seats whose games have events that the feeds of their players lack."""
        newest = F("game__log__event_number")
        cursor = Greatest("feed_cursor", "feed_from")
        return self.alias(cursor=cursor).filter(
            cursor__lt=Least(newest, Coalesce("feed_until", newest))
        )


GAMES = """
-- Index Scan on the player of a seat; of each row the game by games_game_pkey.
SELECT count(*) FILTER (WHERE game.status = 'open'), count(*) FILTER (WHERE game.status = 'running')
FROM games_seat seat
JOIN games_game game ON game.id = seat.game_id AND game.status IN ('open', 'running')
WHERE seat.player_id = %(player)s::bigint AND seat.away IS DISTINCT FROM 'resigned'
"""
"""By hand, because it is a tenth of the time in which a seat is taken."""


def count_games(player_id: int) -> tuple[int, int]:
    """Return how many games that are open, and that are under way, a player has a seat in."""
    ((opened, running),) = fetch_rows(GAMES, player=player_id)
    return opened, running


QUESTIONS = """
-- Two Index Scans, each on the player of a seat or a former seat; of each row the game by games_game_pkey.
SELECT coalesce(sum(part.required), 0)::bigint, coalesce(sum(part.answered), 0)::bigint
FROM (
    SELECT seat.game_id, seat.required, seat.answered
    FROM games_seat seat WHERE seat.player_id = %(player)s::bigint
    UNION ALL
    SELECT former.game_id, former.required, former.answered
    FROM games_formerseat former WHERE former.player_id = %(player)s::bigint
) part JOIN games_game game ON game.id = part.game_id AND NOT game.private
"""
"""By hand, because the lobby is polled with it: two queries of the ORM make that half as much again."""


def count_questions(player_id: int) -> tuple[int, int]:
    """Return how many questions of closed turns in public games a player was asked, and has answered."""
    ((required, answered),) = fetch_rows(QUESTIONS, player=player_id)
    return required, answered


class Seat(models.Model):
    """A place at the table, taken by a player or by a bot. A free seat has no row.

    A seat with both belongs to a player who is away: the bot stands in. `required` and `answered` count the
    questions that the player had to answer and those that they did answer. Of the player's text for the
    deal only the hash is stored, as it is shown. Pages have room for a row to change in place (games.0002).

    Readers of feeds alone write `feed_cursor`. It may be an earlier player's: a feed lacks nothing up to
    `feed_from`.
    """

    class Away(models.TextChoices):
        ABSENT = "absent"
        RESIGNED = "resigned"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats", db_index=False)
    number = models.SmallIntegerField()
    player = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="seats")
    bot = models.CharField(max_length=40, null=True)  # noqa: DJ001  A seat has a bot or none.
    entropy = models.CharField(max_length=71, null=True)  # noqa: DJ001  No text is no hash.
    entropy_at = models.DateTimeField(null=True, help_text="When the seat's player gave it.")
    entropy_changes = models.SmallIntegerField(default=0, help_text="How often it was replaced.")
    score = models.SmallIntegerField(default=0)
    won = models.BooleanField(default=False, help_text="Has won the finished game, maybe shared.")
    feed_from = models.IntegerField(
        default=0,
        help_text=("The event after which the player came: later ones are in the player's feed."),
    )
    feed_cursor = models.IntegerField(
        default=0, help_text="The newest event of the game in the player's own feed."
    )
    feed_until = models.IntegerField(
        null=True, help_text="The last event for the feed of a player who has resigned."
    )
    away = models.CharField(max_length=8, choices=Away, null=True)  # noqa: DJ001  Null is present.
    bank = models.DurationField(default=timedelta(0), help_text="What is left of the time bank.")
    missed = models.SmallIntegerField(
        default=0, help_text="Sittings in a row in which the clock had to play."
    )
    missed_sitting = models.CharField(max_length=80, blank=True, help_text="The last of them.")
    required = models.IntegerField(default=0)
    answered = models.IntegerField(default=0)
    offered_to = models.ForeignKey(
        Player, null=True, on_delete=models.SET_NULL, related_name="seats_offered"
    )
    taken_at = models.DateTimeField(
        null=True, help_text="When its player took it over from another player."
    )
    other_actions = models.SmallIntegerField(
        default=0, help_text="Actions of its player in one turn other than answers."
    )
    other_actions_turn = models.IntegerField(default=0, help_text="In which turn that was.")

    objects = SeatQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [
            # Checked at the end of each statement, because one statement renumbers the seats.
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
    def is_present(self) -> bool:
        """Return whether the seat's player plays, and no bot in their place."""
        return self.player_id is not None and self.away is None

    @property
    def owner_id(self) -> int | None:
        """Return the player whose seat it is, present or absent; None once they have resigned."""
        return None if self.away == self.Away.RESIGNED else self.player_id


class FormerSeatQuerySet(models.QuerySet["FormerSeat"]):
    """Former seats by what their players' feeds lack of them."""

    def behind(self) -> Self:
        return self.filter(feed_cursor__lt=F("feed_until"))


class FormerSeat(models.Model):
    """The counts and the feed of a player in a seat that another player has now.

    While `feed_cursor` is below `feed_until`, the player's feed still lacks events of the game. The
    player may have read more of them than `feed_cursor` says.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="former_seats")
    number = models.SmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="former_seats")
    required = models.IntegerField()
    answered = models.IntegerField()
    feed_cursor = models.IntegerField(
        default=0,
        db_default=0,
        help_text=("An event of the game up to which the player's feed is complete."),
    )
    feed_until = models.IntegerField(
        default=0, db_default=0, help_text="The last event of the game for the player's feed."
    )
    ended_at = models.DateTimeField()

    objects = FormerSeatQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(
                "player",
                name="former_seat_to_bring_in",
                condition=Q(feed_cursor__lt=F("feed_until")),
            ),
        ]

    def __str__(self) -> str:
        return f"former seat {self.number} of {self.game_id}"


class StandingOrder(models.Model):
    """The standing order of a seat whose player may not answer in time: secret like an answer."""

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="standing_order")
    order = SecretJSON()
    at_once = models.BooleanField(help_text="Played when the question is put, not at its deadline.")
    given_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"standing order of {self.seat_id}"
