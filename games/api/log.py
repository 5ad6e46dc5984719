"""Endpoints of a game's history: its events, its stages, and its record."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from common.rest.paging import PageBody, whole_page
from common.rest.responses import LANGUAGE, problems, typed_response
from common.rest.view import View, allow_compression
from games.api import event_pages
from games.api.queries import GameLogQuery
from games.feeds.streams.feeds import GameLog
from games.shapes.events import EventPage
from games.shapes.games import GameStage
from games.shapes.records import GameRecord
from games.visibility.game_view import GameView
from players.authentication import HasScopesIfSignedIn, viewer


class Events(View):
    required_scopes = ["game:read"]
    permission_classes = [HasScopesIfSignedIn]
    query_serializer_class = GameLogQuery

    @extend_schema(
        operation_id="list_events",
        tags=["games"],
        parameters=[*LANGUAGE],
        responses={
            200: typed_response(EventPage, "The events.", "EventPage"),
            **problems("game_not_found", "not_a_player"),
        },
    )
    @allow_compression
    def get(self, request: Request, game: str) -> Response:
        """List a game's events.

        Returns a game's events, oldest first, numbered from 1 without a gap. A client follows a game by
        asking again with `after` set to the last number it has seen. `after=my_answer` returns what has
        happened since the caller's last answer. `before=latest` returns the newest events, newest first, and
        its pages lead back to the first one.
        """
        query = GameLogQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        view = GameView.load(game, viewer(request))
        return event_pages.event_page(request, query.validated_data, GameLog(game), view)


class Stages(View):
    required_scopes = ["game:read"]
    permission_classes = [HasScopesIfSignedIn]

    @extend_schema(
        operation_id="list_stages",
        tags=["games"],
        responses={
            200: typed_response(
                PageBody[GameStage], "All stages on one page, in order.", "StagePage"
            ),
            **problems("game_not_found"),
        },
    )
    def get(self, request: Request, game: str) -> Response:
        """List the finished stages.

        Returns the finished stages: points by seat, and the hands. A hand with a card that was never shown
        stays hidden until the game is over, because another player plays it next.
        """
        view = GameView.load(game, viewer(request))
        return Response(whole_page(view.get_stages()))


class Record(View):
    required_scopes = ["game:read"]
    permission_classes = [HasScopesIfSignedIn]

    @extend_schema(
        operation_id="get_record",
        tags=["games"],
        responses={
            200: typed_response(GameRecord, "The record.", "Record"),
            **problems("game_not_found", "game_not_finished"),
        },
    )
    @allow_compression
    def get(self, request: Request, game: str) -> Response:
        """Get a finished game's record.

        Returns the record of a finished game: everything needed to replay it without this server. (The
        example shows only its first two turns.)
        """
        view = GameView.load(game, viewer(request))
        return Response(view.get_record())
