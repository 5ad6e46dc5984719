"""Endpoints of a game's history: its events, its stages, and its record."""

from rest_framework.request import Request
from rest_framework.response import Response

from common.rest.describe import SuccessAnswer, call
from common.rest.paging import PageBody
from common.rest.view import View
from games.api import event_pages
from games.api.queries import GameLogQuery
from games.feeds.streams.feeds import GameLog
from games.shapes.games import GameStage
from games.visibility.game_view import GameView
from players.authentication import HasScopes, viewer


class Events(View):
    permission_classes = [HasScopes]
    query_serializer_class = GameLogQuery

    @call(
        name="list_events",
        scope="game:read",
        tag="games",
        summary="List a game's events",
        description=(
            "Returns a game's events, oldest first, numbered from 1 without a gap. A client follows a game "
            "by asking again with `after` set to the last number it has seen. `after=my_answer` returns what "
            "has happened since the caller's last answer. `before=latest` returns the newest events, newest "
            "first, and its pages lead back to the first one."
        ),
        localized=True,
        answer=SuccessAnswer(200, "EventPage", "The events.", "EventPage"),
        refuses=("game_not_found", "not_a_player"),
        compressed=True,
    )
    def get(self, request: Request, game: str) -> Response:
        query = GameLogQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        view = GameView.load(game, viewer(request))
        return event_pages.event_page(request, query.validated_data, GameLog(game), view)


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
        answer=SuccessAnswer(
            200, "GameStagePage", "All stages on one page, in order.", "StagePage"
        ),
        refuses=("game_not_found",),
    )
    def get(self, request: Request, game: str) -> Response:
        view = GameView.load(game, viewer(request))
        page: PageBody[GameStage] = {"results": view.get_stages(), "next": None, "previous": None}
        return Response(page)


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
        answer=SuccessAnswer(200, "GameRecord", "The record.", "Record"),
        refuses=("game_not_found", "game_not_finished"),
        compressed=True,
    )
    def get(self, request: Request, game: str) -> Response:
        view = GameView.load(game, viewer(request))
        return Response(view.get_record())
