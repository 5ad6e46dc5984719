"""Endpoint of the bot `strong`'s analysis of a finished game."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from common.rest.responses import problems, typed_response
from common.rest.view import View, allow_compression
from games.background import analysis
from games.fairness.commitments import utc
from games.shapes.records import GameAnalysis
from games.visibility.game_view import GameView
from players.authentication import HasScopesIfSignedIn, viewer


class ReadAnalysis(View):
    required_scopes = ["game:read"]
    permission_classes = [HasScopesIfSignedIn]

    @extend_schema(
        operation_id="get_analysis",
        tags=["games"],
        responses={
            200: typed_response(GameAnalysis, "The analysis, or its pending state.", "Analysis"),
            **problems("game_not_found", "game_not_finished", "no_analysis"),
        },
    )
    @allow_compression
    def get(self, request: Request, game: str) -> Response:
        """Get a game's analysis.

        Returns, for each answer by stage and seat, what the bot `strong` would have played with the same
        knowledge, how likely it was to play what the player chose, and the cost of that choice. The first
        request starts the analysis, which takes seconds and is kept; until then `status` is `pending`.
        """
        found = analysis.find_analysis(GameView.load(game, viewer(request)).game)
        made = found.made_at
        shown: GameAnalysis = {
            "game": found.game_id,
            "status": "pending" if made is None else "made",
            "created_at": None if made is None else utc(made),
            "stages": found.stages,
        }
        return Response(shown)
