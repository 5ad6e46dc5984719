"""What happens in a player's own games: the newest of her feed, in a title each.

Nothing that only her seat may see is in it: the address may be known to a service that fetches for her.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.crypto import salted_hmac

from games.feeds import feed
from games.models import Game, Seat
from notifications.atom.document import MOST, Entry
from notifications.atom.public import moment
from notifications.links import to_game, to_page
from notifications.notice import Kind, Notice
from notifications.words import title
from players.models import Player

Json = dict[str, Any]

KINDS = {
    "turn_opened": Kind.YOUR_TURN,
    "finished": Kind.GAME_ENDED,
    "invited": Kind.INVITED,
    "table_full": Kind.TABLE_FULL,
    "seat_lost": Kind.SEAT_LOST,
    "message_written": Kind.MESSAGE,
}
"""What an event of her feed is to her; others are no news."""


def feed_id(player: Player) -> str:
    """Return what no other document is called by (RFC 4287, section 4.2.6), and nobody can guess."""
    own = salted_hmac("notifications.atom", str(player.pk)).hexdigest()
    return to_page(f"/news/{own[:24]}")


def news(player: Player, language: str) -> list[Entry]:
    """The newest first."""
    last = feed.update(player.pk)
    events = feed.of_player(player.pk, max(0, last - 4 * MOST), 4 * MOST).events
    known = [one for one in events if one["type"] in KINDS]
    return list(_entries(player, reversed(known), language))[:MOST]


def _entries(player: Player, events: Iterable[Json], language: str) -> Iterator[Entry]:
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
            at=moment(one["at"]),
            game=game,
            data={"other": one["data"].get("player", "")},
            language=language,
        )
        link = to_game(game.pk)
        yield Entry(f"{feed_id(player)}/{one['number']}", title(told), link, told.at)


def _game_of(event: Json) -> str | None:
    """Which game an event is about; what people do with each other names it in its data."""
    found: str | None = event["game"] or event["data"].get("game")
    return found
