"""What can be heard: the log of one game, and a player's own feed, message by message.

Everything here reads the database and is run in a thread; nothing is kept between two readings.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from django.db.models import Max

from games import announce, look
from games.models import Game, Notice
from games.now import now
from games.sql import feeds as sql
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
        messages = [message(told) for told in announce.log(self.game, after, most)]
        # Read after the events: who may not look any more does not hear what came before she was told.
        shown = Game.objects.defer("state", "setup", "server_seed").prefetch_related("seats")
        game = shown.filter(pk=self.game).first()
        if game is None:
            return Reading([], hearers=frozenset(), over=True)
        newest = messages[-1].number if messages else after
        over = game.status in {Game.Status.FINISHED, Game.Status.CANCELLED}
        return Reading(
            messages,
            look.viewers(game, game.seats.all()),
            over=over and newest >= game.event_number,
        )


@dataclass(frozen=True, slots=True)
class PlayersFeed:
    """The feed of a player over all her games."""

    player: int

    def newest(self) -> int:
        found = Notice.objects.filter(player=self.player).aggregate(newest=Max("number"))["newest"]
        return found or 0

    def read(self, after: int, most: int) -> Reading:
        player = Player.objects.get(pk=self.player)
        only = frozenset({self.player})
        return Reading([message(told) for told in announce.feed(player, after, most)], only)


def message(told: dict[str, Any]) -> Message:
    """An event in the form of the HTML standard, section 9.2: no line of the JSON is broken."""
    number = told["number"]
    return Message(number, b"id: %d\ndata: %b\n\n" % (number, dump(told)))


def logs_with_more(known: dict[str, int]) -> list[str]:
    """Which of these games have events above the numbers given."""
    rows = Game.objects.filter(pk__in=known).values_list("pk", "event_number")
    return [game for game, newest in rows if newest > known[game]]


def feeds_with_more(known: dict[int, int]) -> list[int]:
    """Which of these players have something in their feeds above the numbers given, or on the way there."""
    found = sql.WITH_MORE.rows(players=list(known), known=list(known.values()))
    return [player for (player,) in found]


def players_of(games: Collection[str], among: Collection[int]) -> list[int]:
    """Which of these players have a seat in one of the games."""
    found = sql.SEATED.rows(games=list(games), players=list(among))
    return [player for (player,) in found]


def good(tokens: Collection[str]) -> set[str]:
    """Which of these tokens (by id) are still good."""
    rows = Token.good().filter(pk__in=tokens, expires_at__gt=now())
    return set(rows.values_list("pk", flat=True))
