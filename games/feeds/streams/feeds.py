"""Feeds for subscribers: the log of one game, and a player's own feed, message by message.

Everything here reads the database and is run in a thread; nothing is kept between two readings.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from common.rest.json_codec import dump
from games.event_types.catalogue import event_scope
from games.feeds import feed
from games.models import FeedRange, Game, Log, Seat
from games.shapes.events import FeedEvent
from games.visibility.game_view import OVER, get_excluded, get_viewers


@dataclass(frozen=True, slots=True)
class StreamMessage:
    """One event as it is sent, with the number after which a subscriber goes on."""

    number: int
    data: bytes
    scope: str
    """The scope of the tokens to which it is sent."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Messages that were read, the players who may see them, and whether the feed has ended.

    `viewers` are the players who may see it, None for everybody but those who are `shut_out`.
    """

    messages: Sequence[StreamMessage]
    viewers: frozenset[int] | None = None
    over: bool = False
    shut_out: frozenset[int] = frozenset()

    def is_for(self, player: int | None) -> bool:
        if player in self.shut_out:
            return False
        return self.viewers is None or player in self.viewers


class Feed(Protocol):
    """Something with numbered events. Two that are equal are the same feed."""

    def newest_number(self) -> int:
        """Return the number of the newest event, 0 without events."""

    def update_and_get_newest(self) -> int:
        """Number all events that have happened by now, then return the newest number."""

    def read_page(self, after: int, most: int) -> feed.Page:
        """Return at most `most` events with higher numbers, as clients see them."""

    def read(self, after: int, most: int) -> Reading:
        """Return at most `most` later events as messages, with their audience."""


@dataclass(frozen=True, slots=True)
class GameLog:
    """The log of a game."""

    game: str

    def newest_number(self) -> int:
        found = Log.objects.filter(pk=self.game).values_list("event_number", flat=True).first()
        return found or 0

    def update_and_get_newest(self) -> int:
        return self.newest_number()

    def read_page(self, after: int, most: int) -> feed.Page:
        return feed.read_log(self.game, after, most)

    def read(self, after: int, most: int) -> Reading:
        # The viewers are read last: a player who may no longer see the game gets none of it.
        page = feed.read_log(self.game, after, most)
        game = Game.objects.only("status", "private", "host").filter(pk=self.game).first()
        if game is None:
            return Reading([], viewers=frozenset(), over=True)
        seats = Seat.objects.only("player", "away", "offered_to").filter(game=game)
        messages = [stream_message(event) for event in page.events]
        newest = messages[-1].number if messages else after
        over = game.status in OVER and newest >= page.last
        return Reading(messages, get_viewers(game, seats), over, get_excluded(game, seats))


@dataclass(frozen=True, slots=True)
class PlayersFeed:
    """The feed of a player over all games."""

    player: int

    def newest_number(self) -> int:
        ranges = FeedRange.objects.filter(player=self.player).order_by("first")
        return ranges.values_list("last", flat=True).last() or 0

    def update_and_get_newest(self) -> int:
        return feed.complete_feed(self.player)

    def read_page(self, after: int, most: int) -> feed.Page:
        return feed.read_feed(self.player, after, most)

    def read(self, after: int, most: int) -> Reading:
        messages = [stream_message(event) for event in self.read_page(after, most).events]
        return Reading(messages, frozenset({self.player}))


def stream_message(event: FeedEvent) -> StreamMessage:
    """An event in the form of the HTML standard, section 9.2: no line of the JSON is broken."""
    number = event["number"]
    return StreamMessage(
        number, b"id: %d\ndata: %b\n\n" % (number, dump(event)), event_scope(event["type"])
    )


def logs_with_more(known: dict[str, int]) -> list[str]:
    """Which of these games have events above the numbers given."""
    rows = Log.objects.filter(pk__in=known).values_list("pk", "event_number")
    return [game for game, newest in rows if newest > known[game]]


def players_of(games: Collection[str], among: Collection[int]) -> list[int]:
    """Which of these players have a seat in one of the games."""
    seats = Seat.objects.filter(game__in=games, player__in=among).order_by()
    return [*seats.values_list("player_id", flat=True).distinct()]
