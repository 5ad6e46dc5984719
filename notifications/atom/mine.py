"""The newest events of a player's feed, a title each.

Nothing that only the player's seat may see is in it: a service that fetches it may know the address.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.crypto import salted_hmac

from games.feeds import feed
from games.models import Game, Seat
from games.shapes.events import FeedEvent
from notifications.atom.document import MAX_ENTRIES, AtomEntry
from notifications.atom.public import to_moment
from notifications.notice import Notice, NoticeKind
from notifications.words import title
from players.mail.links import to_game, to_page
from players.models import Player

Json = dict[str, Any]

KINDS = {
    "turn_opened": NoticeKind.YOUR_TURN,
    "finished": NoticeKind.GAME_ENDED,
    "invited": NoticeKind.INVITED,
    "table_full": NoticeKind.TABLE_FULL,
    "seat_lost": NoticeKind.SEAT_LOST,
    "message_written": NoticeKind.MESSAGE,
}
"""Kinds of notification for event types; other events are left out."""


def feed_id(player: Player) -> str:
    """Return the id of the player's document: unique (RFC 4287, section 4.2.6) and not guessable."""
    own = salted_hmac("notifications.atom", str(player.pk)).hexdigest()
    return to_page(f"/news/{own[:24]}")


def player_entries(player: Player, language: str) -> list[AtomEntry]:
    """Return the entries, the newest first."""
    last = feed.update_feed(player.pk)
    events = feed.read_feed(player.pk, max(0, last - 4 * MAX_ENTRIES), 4 * MAX_ENTRIES).events
    known = [one for one in events if one["type"] in KINDS]
    return list(_make_entries(player, reversed(known), language))[:MAX_ENTRIES]


def _make_entries(
    player: Player, events: Iterable[FeedEvent], language: str
) -> Iterator[AtomEntry]:
    some = list(events)
    games = Game.objects.in_bulk({named for one in some if (named := _game_of(one))})
    seats = dict(Seat.objects.filter(player=player, game__in=games).values_list("game", "number"))
    for one in some:
        game = games.get(_game_of(one) or "")
        asked = one["data"].get("asked", [])
        if game is None or (one["type"] == "turn_opened" and seats.get(game.pk) not in asked):
            continue
        told = Notice(
            id=str(one["number"]),
            kind=KINDS[one["type"]],
            player=player,
            at=to_moment(one["at"]),
            game=game,
            data={"other": one["data"].get("player", "")},
            language=language,
        )
        link = to_game(game.pk)
        yield AtomEntry(f"{feed_id(player)}/{one['number']}", title(told), link, told.at)


def _game_of(event: FeedEvent) -> str | None:
    """Return the game of an event; events among players name it in their data."""
    found: str | None = event["game"] or event["data"].get("game")
    return found
