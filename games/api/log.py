"""What has happened in a game: its events, its stages, and its record."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.api import following
from games.feeds.streams.feeds import GameLog
from games.visibility.game_view import GameView
from players.authentication import HasScopes, viewer
from tideapi.rest.describe import Answer, call
from tideapi.rest.view import View


class Events(View):
    permission_classes = [HasScopes]

    @call(
        name="list_events",
        scope="game:read",
        tag="games",
        summary="List a game's events",
        description=(
            "Returns a game's events, oldest first, numbered from 1 without a gap. A client follows a game "
            "by asking again with `after` set to the last number it has seen. `after=my_answer` returns what "
            "has happened since the caller's last answer."
        ),
        query=following.LOG,
        answer=Answer(200, "EventPage", "The events.", "EventPage"),
        refuses=("game_not_found", "not_a_player"),
        compressed=True,
    )
    def get(self, request: Request, game: str) -> Response:
        view = GameView.find(game, viewer(request))
        return view.lasting(lambda: following.page(request, self.query, GameLog(game), view))


class Stages(View):
    permission_classes = [HasScopes]

    @call(
        name="list_stages",
        scope="game:read",
        tag="games",
        summary="List the finished stages",
        description=(
            "Returns the finished stages: points by seat, and the hands. A hand with a card that was never "
            "shown stays hidden until the game is over, because another player plays it next."
        ),
        answer=Answer(200, "GameStagePage", "All stages on one page, in order.", "StagePage"),
        refuses=("game_not_found",),
    )
    def get(self, request: Request, game: str) -> Response:
        view = GameView.find(game, viewer(request))
        shown = view.lasting(view.stages)
        return Response({"results": shown, "next": None, "previous": None})


class Proof(View):
    permission_classes = [HasScopes]

    @call(
        name="get_proof",
        scope="game:read",
        tag="games",
        summary="Get the fairness proof",
        description=(
            "Returns what proves that the deal is fair: the commitment at once, the players' texts from the "
            "start on, and the server's seed when the game is over or cancelled. docs/fairness.md explains "
            "the check."
        ),
        answer=Answer(200, "Proof", "The proof.", "Proof"),
        refuses=("game_not_found",),
    )
    def get(self, request: Request, game: str) -> Response:
        return Response(GameView.find(game, viewer(request)).proof())


class Record(View):
    permission_classes = [HasScopes]

    @call(
        name="get_record",
        scope="game:read",
        tag="games",
        summary="Get a finished game's record",
        description=(
            "Returns the record of a finished game: everything needed to replay it without this server. (The "
            "example shows only its first two turns.)"
        ),
        answer=Answer(200, "GameRecord", "The record.", "Record"),
        refuses=("game_not_found", "game_not_finished"),
        compressed=True,
    )
    def get(self, request: Request, game: str) -> Response:
        view = GameView.find(game, viewer(request))
        return Response(view.lasting(view.record))
