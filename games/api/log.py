"""What has happened in a game: its events, its stages, and its record."""

from typing import Any
from urllib.parse import urlencode

from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import subscribing
from games.feeds.streams.feeds import GameLog, PlayersFeed
from games.view.game import GameView
from players.authentication import viewer
from tideapi.rest import paging
from tideapi.rest.describe import Answer, call
from tideapi.rest.schemas import Schema, integer
from tideapi.rest.view import View

Json = dict[str, Any]

FEED: Schema = {
    "after": integer("Only events with a higher number.", minimum=0, maximum=2**31 - 1, default=0),
    "wait": integer(
        "Seconds to wait for an event when there is none yet: a long poll. The answer may come "
        "earlier and be empty, at once where too many calls of the same player wait already.",
        minimum=0,
        maximum=subscribing.LONGEST,
        default=0,
    ),
    "page_size": paging.QUERY["page_size"],
}


class Events(View):
    permission_classes = [AllowAny]

    @call(
        name="list_events",
        tag="games",
        summary="The game's log",
        description=(
            "Oldest first, numbered from 1 without a gap. To follow a game ask again with `after` set "
            "to the last number seen."
        ),
        query=FEED,
        answer=Answer(200, "EventPage", "Events.", "EventPage"),
        refuses=("game_not_found",),
    )
    def get(self, request: Request, game: str) -> Response:
        GameView.find(game, viewer(request))
        return feed_page(request, self.query, GameLog(game))


class Stages(View):
    permission_classes = [AllowAny]

    @call(
        name="list_stages",
        tag="games",
        summary="The stages that are over",
        description=(
            "Points by seat, and the hands. A hand with a card that was never shown stays hidden "
            "until the whole game is over, because somebody else plays it next."
        ),
        answer=Answer(200, "GameStagePage", "All of them on one page, in order.", "StagePage"),
        refuses=("game_not_found",),
    )
    def get(self, request: Request, game: str) -> Response:
        shown = GameView.find(game, viewer(request)).stages()
        return Response({"results": shown, "next": None, "previous": None})


class Proof(View):
    permission_classes = [AllowAny]

    @call(
        name="get_proof",
        tag="games",
        summary="What can be proved of the deal by now",
        description=(
            "The commitment at once; what the players have added from the start on; the server's seed "
            "when the game is over, also when it was cancelled. docs/fairness.md says how to check it."
        ),
        answer=Answer(200, "Proof", "The proof.", "Proof"),
        refuses=("game_not_found",),
    )
    def get(self, request: Request, game: str) -> Response:
        return Response(GameView.find(game, viewer(request)).proof())


class Record(View):
    permission_classes = [AllowAny]

    @call(
        name="get_record",
        tag="games",
        summary="The record of a finished game",
        description=(
            "Everything that is needed to replay it without this server. (The example shows the "
            "first two turns only.)"
        ),
        answer=Answer(200, "GameRecord", "The record.", "Record"),
        refuses=("game_not_found", "game_not_finished"),
    )
    def get(self, request: Request, game: str) -> Response:
        return Response(GameView.find(game, viewer(request)).record())


def feed_page(request: Request, query: Json, feed: GameLog | PlayersFeed) -> Response:
    """A page of a feed, as the query wants it; where nothing is new the call may wait for it.

    `next` is there where the page is full, since more may follow at once.
    """
    size, after = query.get("page_size", paging.USUAL), query.get("after", 0)
    events = feed.events(after, size)
    if not events:
        subscribing.poll(request, feed, after, query.get("wait", 0))
    follow = None
    if len(events) == size:
        rest = urlencode({"after": events[-1]["number"], "page_size": size})
        follow = request.build_absolute_uri(f"{request.path}?{rest}")
    return Response({"results": events, "next": follow, "previous": None})
