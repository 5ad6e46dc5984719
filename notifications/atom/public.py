"""Public news: public games, those of one player, and the log of one.

It has what the API shows to callers without a token, of public games alone.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games.api import game_filters
from games.feeds import feed
from games.models import Game
from games.repository.refusals import no_such_game
from games.rules import registry
from games.shapes.events import FeedEvent
from games.shapes.games import GameSummary
from games.visibility.game_lists import list_summaries
from games.visibility.game_view import GameView
from notifications.atom.document import MAX_ENTRIES, AtomEntry
from players.mail.links import to_game
from players.models import Player
from tideapi.rest.errors import ApiError

Json = dict[str, Any]

STANDS = {
    "open": "{game}: a table is open, {taken} of {size} seats are taken",
    "running": "{game} is being played",
    "finished": "{game} is over",
    "cancelled": "{game} was called off",
}
"""Titles of games by status."""
TITLES = {
    "created": "A table was opened",
    "joined": "{who} has sat down",
    "left": "{who} has left",
    "started": "The game has started",
    "turn_closed": "Turn {turn} is over",
    "stand_in": "A bot plays for {who}",
    "returned": "{who} plays again",
    "paused": "The game is paused",
    "pause_ended": "The game goes on",
    "finished": "The game is over",
    "cancelled": "The game was called off",
}
"""Titles of events by type; other events are left out."""


def game_entries(player: str | None = None) -> list[AtomEntry]:
    """Return the newest public games, or those in which this player has a seat. Raises `ApiError`."""
    if player is not None and not Player.named(player).exists():
        raise ApiError("player_not_found", "There is no such player.")
    wish = {} if player is None else {"player": player}
    newest = game_filters.find_games(wish, None).order_by("-created_at", "-pk")[:MAX_ENTRIES]
    shown = list_summaries([one.pk for one in newest], None)
    return [_game_entry(one) for one in shown]


def _game_entry(shown: GameSummary) -> AtomEntry:
    taken = sum(seat["player"] is not None or seat["bot"] is not None for seat in shown["seats"])
    title = _(STANDS[shown["status"]]).format(
        game=ruleset_name(shown["ruleset"]), taken=taken, size=shown["seat_count"]
    )
    since = shown["ended_at"] or shown["started_at"] or shown["created_at"]
    link = to_game(shown["id"])
    return AtomEntry(link, title, link, to_moment(since), shown["host"])


def log_entries(game_id: str) -> tuple[Game, list[AtomEntry]]:
    """Return the newest events of a public game. Raises `ApiError` (`game_not_found`)."""
    view = GameView.load(game_id, None)
    # The API shows a private game to callers who know its id before its start; the feed never does.
    if view.game.private:
        raise no_such_game()
    events = feed.read_log(game_id, max(0, view.last_event - MAX_ENTRIES), MAX_ENTRIES).events
    return view.game, list(reversed(list(_event_entries(game_id, events))))


def _event_entries(game_id: str, events: Iterable[FeedEvent]) -> Iterator[AtomEntry]:
    link = to_game(game_id)
    for one in events:
        title = TITLES.get(one["type"])
        if title is None:
            continue
        who = one["players"].get(one["data"].get("player") or "", _("a bot"))
        said = _(title).format(who=who, turn=one["data"].get("turn"))
        yield AtomEntry(f"{link}#{one['event']}", said, link, to_moment(one["at"]))


def ruleset_name(ruleset: str) -> str:
    """Return the name of a ruleset; its id if the server no longer has its rules."""
    known = registry.RULESETS.get(ruleset)
    return known.name if known else ruleset


def to_moment(at: datetime | str) -> datetime:
    return at if isinstance(at, datetime) else datetime.fromisoformat(at)
