"""News for everybody: public games, those of one player, and the log of one.

What stands here is what a stranger is shown by the API, of public games alone.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games.api import finding
from games.feeds import feed
from games.models import Game
from games.repository.refusals import no_such_game
from games.rules import registry
from games.visibility.game_lists import summaries
from games.visibility.game_view import GameView
from notifications.atom.document import MOST, Entry
from notifications.links import to_game
from players.models import Player
from tideapi.rest.errors import ApiError

Json = dict[str, Any]

STANDS = {
    "open": "{game}: a table is open, {taken} of {size} seats are taken",
    "running": "{game} is being played",
    "finished": "{game} is over",
    "cancelled": "{game} was called off",
}
"""What is said of a game, by its status."""
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
"""What is said of an event, by its type; of others nothing is."""


def games(player: str | None = None) -> list[Entry]:
    """The newest public games, or those in which this player has a seat. Raises `ApiError`."""
    if player is not None and not Player.named(player).exists():
        raise ApiError("player_not_found", "There is no such player.")
    wish = {} if player is None else {"player": player}
    newest = finding.games(wish, None).order_by("-created_at", "-pk")[:MOST]
    shown = summaries([one.pk for one in newest], None)
    return [_game(one) for one in shown]


def _game(shown: Json) -> Entry:
    taken = sum(seat["player"] is not None or seat["bot"] is not None for seat in shown["seats"])
    title = _(STANDS[shown["status"]]).format(
        game=name(shown["ruleset"]), taken=taken, size=shown["seat_count"]
    )
    since = shown["ended_at"] or shown["started_at"] or shown["created_at"]
    link = to_game(shown["id"])
    return Entry(link, title, link, moment(since), shown["host"])


def log(game_id: str) -> tuple[Game, list[Entry]]:
    """The newest events of a public game. Raises `ApiError` (`game_not_found`)."""
    view = GameView.find(game_id, None)
    # Before its start a private game is open to whoever knows its id; here it never is.
    if view.game.private:
        raise no_such_game()
    events = feed.of_game(game_id, max(0, view.last - MOST), MOST).events
    return view.game, list(reversed(list(_events(game_id, events))))


def _events(game_id: str, events: Iterable[Json]) -> Iterator[Entry]:
    link = to_game(game_id)
    for one in events:
        title = TITLES.get(one["type"])
        if title is None:
            continue
        who = one["players"].get(one["data"].get("player"), _("a bot"))
        said = _(title).format(who=who, turn=one["data"].get("turn"))
        yield Entry(f"{link}#{one['event']}", said, link, moment(one["at"]))


def name(ruleset: str) -> str:
    """A game's name; its id where its rules are not here any more."""
    known = registry.RULESETS.get(ruleset)
    return known.name if known else ruleset


def moment(at: datetime | str) -> datetime:
    return at if isinstance(at, datetime) else datetime.fromisoformat(at)
