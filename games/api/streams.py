"""Feeds as server-sent events (HTML standard, section 9.2): a connection that stays open.

These views decide whether somebody may read a feed, as for any other call. What they answer is the
beginning; the process that called them sends the rest (`games.api.subscribing`).

Why so: docs/why.md#no-queue, docs/why.md#streams-through-wsgi, docs/why.md#every-five-seconds.
"""

from typing import Any

from django.http import HttpResponse
from rest_framework.permissions import AllowAny
from rest_framework.request import Request

from games.api import subscribing
from games.api.log import FEED
from games.feeds.streams.feeds import GameLog, PlayersFeed
from games.rules.refusal import Refusal
from games.view.game import GameView
from players.authentication import player, viewer
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
        answer=Answer(200, "FeedEvent", "Events, as they happen."),
        refuses=("game_not_found", *REFUSES),
        streams=True,
    )
    def get(self, request: Request, game: str) -> HttpResponse:
        view, after = GameView.find(game, viewer(request)), _after(request, self.query)
        if view.ends_by(after):
            return HttpResponse(status=204)
        return _stream(request, GameLog(game), after)


class MyStream(View):
    @call(
        name="stream_my_events",
        tag="me",
        summary="The feed over all my games, live",
        description="Each message is an event as in `/me/events`, its `id` the number in my feed.",
        query=QUERY,
        answer=Answer(200, "FeedEvent", "Events, as they happen."),
        refuses=REFUSES,
        streams=True,
    )
    def get(self, request: Request) -> HttpResponse:
        me = player(request)
        return _stream(request, PlayersFeed(me.pk), _after(request, self.query))


def _after(request: Request, query: dict[str, Any]) -> int:
    """Where to go on: the last event that the client has got goes before what it asked for at first."""
    last = str(request.headers.get("Last-Event-ID", "")).strip()
    if not last:
        return int(query.get("after", 0))
    if not (last.isascii() and last.isdigit()) or len(last) > LONGEST_NUMBER:
        raise Refusal("invalid_query", "Last-Event-ID is the number of an event.")
    return int(last)


def _stream(request: Request, feed: GameLog | PlayersFeed, after: int) -> HttpResponse:
    subscribing.stream(request, feed, after)
    answer = HttpResponse(content_type=MEDIA_TYPE)
    answer["X-Accel-Buffering"] = "no"  # nginx would keep messages back until it has many.
    return answer
