"""What can be subscribed to: the log of one game, and a player's own feed, message by message.

Everything here reads the database and is run in a thread; nothing is kept between two readings.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from games.feeds import feed
from games.feeds.event_scopes import event_scope
from games.models import Log
from games.repository.queries import feeds as sql
from games.visibility.game_view import OVER, shut_out, viewers
from tideapi.rest.wire import dump

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Message:
    """One event as it is sent, with the number after which a subscriber goes on."""

    number: int
    data: bytes
    scope: str
    """The scope of the tokens to which it is sent."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What was found, who may see it at that moment, and whether nothing more is to come.

    `viewers` are the players who may see it, None for everybody but those who are `shut_out`.
    """

    messages: Sequence[Message]
    viewers: frozenset[int] | None = None
    over: bool = False
    shut_out: frozenset[int] = frozenset()

    def is_for(self, player: int | None) -> bool:
        if player in self.shut_out:
            return False
        return self.viewers is None or player in self.viewers


class Feed(Protocol):
    """Something with numbered events. Two that are equal are the same feed."""

    def newest(self) -> int:
        """The number of its last event, 0 where there is none."""

    def latest(self) -> int:
        """The same, after all that has happened by now has got its number."""

    def page(self, after: int, most: int) -> feed.Page:
        """At most so many events with higher numbers, as they are shown."""

    def read(self, after: int, most: int) -> Reading:
        """The same as messages, with who may see them."""


@dataclass(frozen=True, slots=True)
class GameLog:
    """The log of a game."""

    game: str

    def newest(self) -> int:
        found = Log.objects.filter(pk=self.game).values_list("event_number", flat=True).first()
        return found or 0

    def latest(self) -> int:
        return self.newest()

    def page(self, after: int, most: int) -> feed.Page:
        return feed.of_game(self.game, after, most)

    def read(self, after: int, most: int) -> Reading:
        # Of one moment: who may see the game no more must not get what came before she lost it.
        page, game, seats = feed.of_game_and_viewers(self.game, after, most)
        if game is None:
            return Reading([], viewers=frozenset(), over=True)
        messages = [message(event) for event in page.events]
        newest = messages[-1].number if messages else after
        over = game.status in OVER and newest >= page.last
        return Reading(messages, viewers(game, seats), over, shut_out(game, seats))


@dataclass(frozen=True, slots=True)
class PlayersFeed:
    """The feed of a player over all her games."""

    player: int

    def newest(self) -> int:
        found = sql.LAST.row(player=self.player)
        return int(found[0] or 0) if found else 0

    def latest(self) -> int:
        return feed.update(self.player)

    def page(self, after: int, most: int) -> feed.Page:
        return feed.of_player(self.player, after, most)

    def read(self, after: int, most: int) -> Reading:
        messages = [message(event) for event in self.page(after, most).events]
        return Reading(messages, frozenset({self.player}))


def message(event: Json) -> Message:
    """An event in the form of the HTML standard, section 9.2: no line of the JSON is broken."""
    number = event["number"]
    return Message(
        number, b"id: %d\ndata: %b\n\n" % (number, dump(event)), event_scope(event["type"])
    )


def logs_with_more(known: dict[str, int]) -> list[str]:
    """Which of these games have events above the numbers given."""
    rows = Log.objects.filter(pk__in=known).values_list("pk", "event_number")
    return [game for game, newest in rows if newest > known[game]]


def feeds_with_more(known: dict[int, int]) -> list[int]:
    """Which of these players have something in their feeds above the numbers given, or on the way there."""
    found = sql.WITH_MORE.rows(players=list(known), known=list(known.values()))
    return [player for (player,) in found]


def players_of(games: Collection[str], among: Collection[int]) -> list[int]:
    """Which of these players have a seat in one of the games."""
    found = sql.SEATED.rows(games=list(games), players=list(among))
    return [player for (player,) in found]
