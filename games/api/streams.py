"""Feeds as server-sent events (HTML standard, section 9.2): a connection that stays open.

These views decide whether the caller may read a feed, as for any other call. What they answer is the
beginning; the process that called them sends the rest (`games.api.subscriptions`).
"""

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request

from common.rest.errors import ApiError
from common.rest.responses import STREAM, problems, typed_response
from common.rest.view import View, allow_compression
from games.api import subscriptions
from games.api.queries import FeedStreamQuery, GameStreamQuery
from games.feeds.streams.feeds import GameLog, PlayersFeed
from games.shapes.events import FeedEvent
from games.visibility.game_view import GameView
from players.authentication import HasScopesIfSignedIn, player, viewer

STREAMED = (
    "Server-sent events, as they happen: `id` has the event's number, `data` the event as JSON, and that is "
    "what the schema describes. The stream begins with an `id` without `data`, the number after which "
    "it starts, and the comment `: last 57`, the feed's newest number. Other lines that begin with a "
    "colon keep the connection open."
)
REFUSES = ("streams_elsewhere", "too_many_streams", "no_room")


class GameStream(View):
    required_scopes = ["game:read"]
    permission_classes = [HasScopesIfSignedIn]
    query_serializer_class = GameStreamQuery

    @extend_schema(
        operation_id="stream_game",
        tags=["games"],
        responses={
            (200, STREAM): typed_response(FeedEvent, STREAMED),
            204: OpenApiResponse(description="The game is over and everything was sent."),
            **problems("game_not_found", "not_a_player", *REFUSES),
        },
    )
    @allow_compression
    def get(self, request: Request, game: str) -> HttpResponse:
        """Stream a game's events.

        Streams the game's events as in `/events`; the `id` of each message is the event's number. The stream
        ends when the game is over and everything was sent; a later request is answered with 204, which stops
        an `EventSource`.
        """
        query = GameStreamQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        view = GameView.load(game, viewer(request))
        after = _last_sent(request)
        if after is None:
            after = subscriptions.start_number(query.validated_data, lambda: view.last_event, view)
        if view.ends_by(after):
            return HttpResponse(status=204)
        return _start_stream(request, GameLog(game), after, view.last_event)


class MyStream(View):
    required_scopes = ["game:read"]
    query_serializer_class = FeedStreamQuery

    @extend_schema(
        operation_id="stream_my_events",
        tags=["me"],
        responses={
            (200, STREAM): typed_response(FeedEvent, STREAMED),
            **problems(*REFUSES),
        },
    )
    def get(self, request: Request) -> HttpResponse:
        """Stream my feed's events.

        Streams the caller's feed as in `/me/events`; the `id` of each message is the number in the feed. For
        an event that the token's scopes do not cover there may be an `id` without `data`.
        """
        query = FeedStreamQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        feed = PlayersFeed(player(request).pk)
        last, after = feed.update_and_get_newest(), _last_sent(request)
        if after is None:
            after = subscriptions.start_number(query.validated_data, lambda: last)
        return _start_stream(request, feed, after, last)


def _last_sent(request: Request) -> int | None:
    """Return the last event that the client has got, which counts more than `after`, or None."""
    last = str(request.headers.get("Last-Event-ID", "")).strip()
    if not last:
        return None
    if not (last.isascii() and last.isdigit()) or len(last) > subscriptions.MAX_DIGITS:
        raise ApiError("invalid_query", "Last-Event-ID is the number of an event.")
    return int(last)


def _start_stream(
    request: Request, feed: subscriptions.Feed, after: int, last: int
) -> HttpResponse:
    subscriptions.stream_feed(request, feed, after, last)
    answer = HttpResponse(content_type=STREAM)
    answer["X-Accel-Buffering"] = "no"  # nginx would keep messages back until it has many.
    return answer
