"""Endpoint of the bot `strong`'s analysis of a finished game."""

from rest_framework.request import Request
from rest_framework.response import Response

from common.rest.describe import SuccessAnswer, call
from common.rest.view import View
from games.background import analysis
from games.fairness.commitments import utc
from games.shapes.records import GameAnalysis
from games.visibility.game_view import GameView
from players.authentication import HasScopes, viewer


class ReadAnalysis(View):
    permission_classes = [HasScopes]

    @call(
        name="get_analysis",
        scope="game:read",
        tag="games",
        summary="Get a game's analysis",
        description=(
            "Returns, for each answer by stage and seat, what the bot `strong` would have played with "
            "the same knowledge, how likely it was to play what the player chose, and the cost of "
            "that choice. The first request starts the analysis, which takes seconds and is kept; "
            "until then `status` is `pending`."
        ),
        answer=SuccessAnswer(
            200, "GameAnalysis", "The analysis, or its pending state.", "Analysis"
        ),
        refuses=("game_not_found", "game_not_finished", "no_analysis"),
        compressed=True,
    )
    def get(self, request: Request, game: str) -> Response:
        found = analysis.find_analysis(GameView.load(game, viewer(request)).game)
        made = found.made_at
        shown: GameAnalysis = {
            "game": found.game_id,
            "status": "pending" if made is None else "made",
            "created_at": None if made is None else utc(made),
            "stages": found.stages,
        }
        return Response(shown)
