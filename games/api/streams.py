"""The same events as server-sent events (HTML standard, section 9.2): a connection that stays open.

These views decide whether somebody may hear a feed, as for any other call. What they answer is the
beginning; the process that called them sends the rest, if it is one that can (tideapi/asgi.py).

Why so: docs/why.md#no-queue, docs/why.md#streams-through-wsgi, docs/why.md#every-five-seconds.
"""

from typing import Any

from django.http import HttpResponse
from rest_framework.permissions import AllowAny
from rest_framework.request import Request

from games import look
from games.api import wait
from games.api.log import FEED
from games.models import Game
from games.rules.refusal import Refusal
from games.streams.feeds import GameLog, PlayersFeed
from games.streams.hub import HUB, PLACE, Hub
from players.api.viewer import player, viewer
from tideapi.rest.describe import Answer, call
from tideapi.rest.view import View

MEDIA_TYPE = "text/event-stream"
QUERY = {"after": FEED["after"]}
REFUSES = ("streams_elsewhere", "too_many_streams", "no_room")
LONGEST_NUMBER = 10


class GameStream(View):
    permission_classes = [AllowAny]

    @call(
        name="stream_game",
        tag="games",
        summary="The game's log, live",
        description=(
            "Each message is an event as in `/events`, its `id` the event's number. The stream ends when "
            "the game is over and all has been sent; asked for again, it is answered with 204, and "
            "an `EventSource` stops."
        ),
        query=QUERY,
        answer=Answer(200, "EventStream", "Events, as they happen."),
        refuses=("game_not_found", *REFUSES),
        streams=True,
    )
    def get(self, request: Request, game: str) -> HttpResponse:
        seen = look.Seen.find(game, viewer(request)).game
        after = _after(request, self.query)
        over = seen.status in {Game.Status.FINISHED, Game.Status.CANCELLED}
        if over and after >= seen.event_number:
            return HttpResponse(status=204)
        return _hear(request, GameLog(game), after)


class MyStream(View):
    @call(
        name="stream_my_events",
        tag="me",
        summary="The feed over all my games, live",
        description="Each message is an event as in `/me/events`, its `id` the number in my feed.",
        query=QUERY,
        answer=Answer(200, "EventStream", "Events, as they happen."),
        refuses=REFUSES,
        streams=True,
    )
    def get(self, request: Request) -> HttpResponse:
        me = player(request)
        return _hear(request, PlayersFeed(me.pk), _after(request, self.query))


def _after(request: Request, query: dict[str, Any]) -> int:
    """Where to go on: what the client heard last goes before what it asked for at first."""
    heard = str(request.headers.get("Last-Event-ID", "")).strip()
    if not heard:
        return int(query.get("after", 0))
    if not (heard.isascii() and heard.isdigit()) or len(heard) > LONGEST_NUMBER:
        raise Refusal("invalid_query", "Last-Event-ID is the number of an event.")
    return int(heard)


def _hear(request: Request, feed: GameLog | PlayersFeed, after: int) -> HttpResponse:
    hub: Hub | None = request.META.get(HUB)
    if hub is None:
        raise Refusal("streams_elsewhere", "This process holds no streams; ask the one that does.")
    answer = HttpResponse(content_type=MEDIA_TYPE)
    answer["X-Accel-Buffering"] = "no"  # nginx would keep messages back until it has many.
    request.META[PLACE] = hub.admit(wait.place(request, feed, after))
    return answer
