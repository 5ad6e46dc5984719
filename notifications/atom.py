"""Atom feeds for news readers (RFC 4287): public games, and a player's own at a private address.

The public ones have what the API shows to callers without a token, of public games alone. A player's own has
nothing that only the player's seat may see: a service that fetches it may know the address.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from common.rest.errors import ApiError
from common.site import site_name
from games.api import game_filters
from games.feeds import feed
from games.models import Game, Seat
from games.refusals import no_such_game
from games.rulesets import registry
from games.shapes.events import FeedEvent
from games.shapes.games import GameSummary
from games.visibility.game_lists import list_summaries
from games.visibility.game_view import GameView
from notifications import subscriptions
from notifications.models import Subscription
from notifications.notice import Notice, NoticeKind
from notifications.preferences import get_preferences
from notifications.subscriptions import private_response, public_response
from notifications.words import title
from players.mail.links import to_game, to_page, to_route
from players.models import Player

KIND = "application/atom+xml; charset=utf-8"
MAX_ENTRIES = 50
"""Entries of one document, the newest."""
BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
"""Last change of a document without entries: a fixed moment, so that its tag stays the same."""


@dataclass(frozen=True, slots=True)
class AtomEntry:
    """One piece of news; `id` is the same as long as it is about the same thing."""

    id: str
    title: str
    link: str
    at: datetime
    author: str = ""


class _Feed(Atom1Feed):
    def latest_post_date(self) -> datetime:
        found: datetime = super().latest_post_date() if self.items else BEGINNING
        return found


def write_document(
    title: str, link: str, own: str, entries: Iterable[AtomEntry], *, is_public: bool = True
) -> bytes:
    """Return the document; `own` is its id, and its address too if it is public."""
    feed = _Feed(
        title=title,
        link=link,
        description="",
        feed_url=own if is_public else None,
        feed_guid=own,
        author_name=site_name(),
    )
    for one in entries:
        feed.add_item(
            title=one.title,
            link=one.link,
            description=None,  # type: ignore[arg-type]  # Then there is no empty summary.
            unique_id=one.id,
            pubdate=one.at,
            updateddate=one.at,
            author_name=one.author or None,
        )
    return feed.writeString("utf-8").encode()


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
    if player is not None and not Player.objects.named(player).exists():
        raise ApiError("player_not_found", "There is no such player.")
    filters = {} if player is None else {"player": player}
    newest = game_filters.find_games(filters, None).order_by("-created_at", "-pk")[:MAX_ENTRIES]
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
        username = one["players"].get(one["data"].get("player") or "", _("a bot"))
        sentence = _(title).format(who=username, turn=one["data"].get("turn"))
        yield AtomEntry(f"{link}#{one['event']}", sentence, link, to_moment(one["at"]))


def ruleset_name(ruleset: str) -> str:
    """Return the name of a ruleset; its id if the server no longer has its rules."""
    known = registry.RULESETS.get(ruleset)
    return known.name if known else ruleset


def to_moment(at: datetime | str) -> datetime:
    return at if isinstance(at, datetime) else datetime.fromisoformat(at)


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
    last = feed.complete_feed(player.pk)
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
        notice = Notice(
            id=str(one["number"]),
            kind=KINDS[one["type"]],
            player=player,
            at=to_moment(one["at"]),
            game=game,
            data={"other": one["data"].get("player", "")},
            language=language,
        )
        link = to_game(game.pk)
        yield AtomEntry(f"{feed_id(player)}/{one['number']}", title(notice), link, notice.at)


def _game_of(event: FeedEvent) -> str | None:
    """Return the game of an event; events among players name it in their data."""
    found: str | None = event["game"] or event["data"].get("game")
    return found


@csrf_exempt
@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """Return the newest public games."""
    found = write_document(
        _("Public games"), to_route("table_lobby"), to_page(request.path), game_entries()
    )
    return public_response(request, found, KIND)


@csrf_exempt
@require_safe
def of_player(request: HttpRequest, username: str) -> HttpResponse:
    """Return the public games of one player. Raises `ApiError` (`player_not_found`)."""
    title = _("Games of {player}").format(player=username)
    entries = game_entries(username)
    found = write_document(title, to_route("table_lobby"), to_page(request.path), entries)
    return public_response(request, found, KIND)


@csrf_exempt
@require_safe
def of_game(request: HttpRequest, game: str) -> HttpResponse:
    """Return the log of a public game. Raises `ApiError` (`game_not_found`)."""
    public_game, entries = log_entries(game)
    title = ruleset_name(public_game.ruleset)
    found = write_document(title, to_game(public_game.pk), to_page(request.path), entries)
    return public_response(request, found, KIND)


@csrf_exempt
@require_safe
def of_mine(request: HttpRequest, secret: str) -> HttpResponse:
    """Return the news of the player with this private address. Raises `ApiError` (`not_found`)."""
    player = subscriptions.find(Subscription.Kind.NEWS, secret)
    tongue = get_preferences(player).told_in
    entries = player_entries(player, tongue)
    with override(tongue):
        # Its own address stays out of it: readers show and share what they find there.
        found = write_document(
            _("My games"), to_route("table_home"), feed_id(player), entries, is_public=False
        )
    return private_response(found, KIND)
