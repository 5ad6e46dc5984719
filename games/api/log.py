"""What has happened in a game: its events, its stages, and its record."""

from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import following
from games.feeds.streams.feeds import GameLog
from games.visibility.game_view import GameView
from players.authentication import viewer
from tideapi.rest.describe import Answer, call
from tideapi.rest.view import View


class Events(View):
    permission_classes = [AllowAny]

    @call(
        name="list_events",
        scope="game:read",
        tag="games",
        summary="The game's log",
        description=(
            "Oldest first, numbered from 1 without a gap. To follow a game ask again with `after` set "
            "to the last number seen. What has happened since I answered last: `after=my_answer`."
        ),
        query=following.LOG,
        answer=Answer(200, "EventPage", "Events.", "EventPage"),
        refuses=("game_not_found", "not_a_player"),
        compressed=True,
    )
    def get(self, request: Request, game: str) -> Response:
        view = GameView.find(game, viewer(request))
        return view.lasting(lambda: following.page(request, self.query, GameLog(game), view))


class Stages(View):
    permission_classes = [AllowAny]

    @call(
        name="list_stages",
        scope="game:read",
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
        view = GameView.find(game, viewer(request))
        shown = view.lasting(view.stages)
        return Response({"results": shown, "next": None, "previous": None})


class Proof(View):
    permission_classes = [AllowAny]

    @call(
        name="get_proof",
        scope="game:read",
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
        scope="game:read",
        tag="games",
        summary="The record of a finished game",
        description=(
            "Everything that is needed to replay it without this server. (The example shows the "
            "first two turns only.)"
        ),
        answer=Answer(200, "GameRecord", "The record.", "Record"),
        refuses=("game_not_found", "game_not_finished"),
        compressed=True,
    )
    def get(self, request: Request, game: str) -> Response:
        view = GameView.find(game, viewer(request))
        return Response(view.lasting(view.record))
