"""What can be heard: the log of one game, and a player's own feed, message by message.

Everything here reads the database and is run in a thread; nothing is kept between two readings.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from django.db import connection
from django.db.models import Max

from games import announce, look
from games.envelope import envelope, noticed
from games.models import Event, Game, Notice
from games.now import now
from players.models import Player, Token
from tideapi.rest.wire import dump


@dataclass(frozen=True, slots=True)
class Message:
    """One event as it is sent, with the number by which a hearer goes on after it."""

    number: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Reading:
    """What was found, who may hear it at that moment, and whether no more is to come.

    `hearers` are the players who may hear it, None for everybody.
    """

    messages: Sequence[Message]
    hearers: frozenset[int] | None = None
    over: bool = False

    def is_for(self, player: int | None) -> bool:
        return self.hearers is None or player in self.hearers


class Feed(Protocol):
    """Something with numbered messages. Two that are equal are the same feed."""

    def newest(self) -> int:
        """The number of its last message, 0 where there is none."""

    def read(self, after: int, most: int) -> Reading:
        """At most so many messages with higher numbers, the oldest first."""


@dataclass(frozen=True, slots=True)
class GameLog:
    """The log of a game."""

    game: str

    def newest(self) -> int:
        found = Game.objects.filter(pk=self.game).values_list("event_number", flat=True).first()
        return found or 0

    def read(self, after: int, most: int) -> Reading:
        events = Event.objects.filter(game=self.game, number__gt=after).order_by("number")
        messages = [message(event.number, envelope(event, event.number)) for event in events[:most]]
        # Read after the events: who may not look any more does not hear what came before she was told.
        game = Game.objects.prefetch_related("seats").filter(pk=self.game).first()
        if game is None:
            return Reading([], hearers=frozenset(), over=True)
        newest = messages[-1].number if messages else after
        over = game.status in {Game.Status.FINISHED, Game.Status.CANCELLED}
        return Reading(messages, look.viewers(game), over=over and newest >= game.event_number)


@dataclass(frozen=True, slots=True)
class PlayersFeed:
    """The feed of a player over all her games."""

    player: int

    def newest(self) -> int:
        found = Notice.objects.filter(player=self.player).aggregate(newest=Max("number"))["newest"]
        return found or 0

    def read(self, after: int, most: int) -> Reading:
        player = Player.objects.get(pk=self.player)
        notices = announce.feed(player, after, most)
        only = frozenset({self.player})
        return Reading([message(notice.number, noticed(notice)) for notice in notices], only)


def message(number: int, shown: object) -> Message:
    """An event in the form of the HTML standard, section 9.2: no line of the JSON is broken."""
    return Message(number, b"id: %d\ndata: %b\n\n" % (number, dump(shown)))


def logs_with_more(known: dict[str, int]) -> list[str]:
    """Which of these games have events above the numbers given."""
    rows = Game.objects.filter(pk__in=known).values_list("pk", "event_number")
    return [game for game, newest in rows if newest > known[game]]


# Both are index scans: the seats of a player, and the whispers not heard.
_WITH_MORE = """
SELECT DISTINCT seat.player_id
FROM games_seat seat
JOIN games_game game ON game.id = seat.game_id
    AND least(game.event_number, coalesce(seat.hears_until, game.event_number)) > seat.heard
WHERE seat.player_id = ANY(%(players)s)
UNION
SELECT player_id FROM games_whisper WHERE NOT heard AND player_id = ANY(%(players)s)
UNION
SELECT notice.player_id
FROM unnest(%(players)s, %(known)s) AS hearer (player_id, known)
JOIN games_notice notice ON notice.player_id = hearer.player_id AND notice.number = hearer.known + 1
"""


def feeds_with_more(known: dict[int, int]) -> list[int]:
    """Which of these players have something in their feeds above the numbers given, or on the way there."""
    with connection.cursor() as cursor:
        cursor.execute(_WITH_MORE, {"players": list(known), "known": list(known.values())})
        return [player for (player,) in cursor.fetchall()]


def players_of(games: Collection[str], among: Collection[int]) -> list[int]:
    """Which of these players have a seat in one of the games."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT DISTINCT player_id FROM games_seat WHERE game_id = ANY(%s) AND player_id = ANY(%s)",
            [list(games), list(among)],
        )
        return [player for (player,) in cursor.fetchall()]


def good(tokens: Collection[str]) -> set[str]:
    """Which of these tokens (by id) are still good."""
    rows = Token.objects.filter(pk__in=tokens, expires_at__gt=now(), player__is_active=True)
    return set(rows.values_list("pk", flat=True))
