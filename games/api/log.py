"""What has happened in a game: its events, its stages, and its record."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from games import announce, look
from games.api import wait
from games.streams.feeds import GameLog
from players.api.viewer import viewer
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
        maximum=wait.LONGEST,
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
        wish = self.query
        look.Seen.find(game, viewer(request))
        size = wish.get("page_size", paging.USUAL)
        after = wish.get("after", 0)

        events = announce.log(game, after, size)
        if not events:
            wait.for_news(request, GameLog(game), after, wish.get("wait", 0))
        return feed(request, events, size)


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
        answer=Answer(200, "StagePage", "All of them on one page, in order.", "StagePage"),
        refuses=("game_not_found",),
    )
    def get(self, request: Request, game: str) -> Response:
        shown = look.Seen.find(game, viewer(request)).stages()
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
        return Response(look.proof(look.Seen.find(game, viewer(request))))


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
        answer=Answer(200, "Record", "The record.", "Record"),
        refuses=("game_not_found", "game_not_finished"),
    )
    def get(self, request: Request, game: str) -> Response:
        return Response(look.record(look.Seen.find(game, viewer(request))))


def feed(request: Request, shown: Sequence[Json], size: int) -> Response:
    """A page of a feed; `next` where it is full, since more may follow at once."""
    follow = None
    if len(shown) == size:
        rest = urlencode({"after": shown[-1]["number"], "page_size": size})
        follow = request.build_absolute_uri(f"{request.path}?{rest}")
    return Response({"results": shown, "next": follow, "previous": None})
