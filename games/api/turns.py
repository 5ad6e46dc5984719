"""Questions, and the sealed answers to them.

Why so: docs/decisions/game-rows.md.
"""

from typing import Any

from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.response import Response

from common.rest.describe import SuccessAnswer, call
from common.rest.fields import TEXT
from common.rest.language import name_language
from common.rest.view import View
from games.api.queries import TurnQuery
from games.api.ruleset_schemas import action_examples
from games.api.sentences import add_turn_texts, answer_language
from games.api.serializers import SubmissionRequest
from games.play import submissions
from games.repository.games import LOAD_WITH_CALLER, load_with_caller
from games.rulesets import registry
from games.visibility.game_view import GameView
from players.authentication import BearerToken, HasScopes, player, viewer
from players.sql import CallerQuery

TURN_MISSING = ("game_not_found", "turn_not_found")
RULES_REFUSE = [code for rules in registry.RULESETS.values() for code in rules.refusals]
NOT_RUNNING = ("game_not_started", "game_finished", "game_cancelled")


class OneTurn(View):
    permission_classes = [HasScopes]
    query_serializer_class = TurnQuery

    @call(
        name="get_turn",
        scope="game:read",
        tag="turns",
        summary="Get a turn",
        description=(
            "Returns a turn: who has answered while it is open, and what everyone played once it is closed. "
            "`include=text` adds answers in words."
        ),
        localized=True,
        answer=SuccessAnswer(200, "Turn", "The turn.", "Turn"),
        refuses=TURN_MISSING,
    )
    def get(self, request: Request, game: str, number: int) -> Response:
        query = TurnQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        view = GameView.load(game, viewer(request))
        turn = view.get_turn(number)
        if TEXT not in query.validated_data.get("include", ()):
            return Response(turn)
        language = answer_language(request)
        response = Response(add_turn_texts(turn, view.get_game(), language))
        name_language(response, language)
        return response


class CallerAndGameToAnswer(BearerToken):
    """The caller, and for an answer the whole game that it is for."""

    def select(self, request: HttpRequest) -> tuple[CallerQuery, dict[str, Any]]:
        if request.method != "PUT":
            return super().select(request)
        return LOAD_WITH_CALLER, {"game": request.resolver_match.kwargs["game"]}  # type: ignore[union-attr]


class MySubmission(View):
    authentication_classes = [CallerAndGameToAnswer]
    serializer_class = SubmissionRequest

    @call(
        name="get_submission",
        scope="game:read",
        tag="turns",
        summary="Get my sealed answer",
        description="Returns the receipt of the caller's sealed answer.",
        answer=SuccessAnswer(200, "Receipt", "The receipt.", "Receipt"),
        refuses=(*TURN_MISSING, "no_submission", "not_a_player"),
    )
    def get(self, request: Request, game: str, number: int) -> Response:
        return Response(GameView.load(game, player(request)).get_submission(number))

    @call(
        name="submit_answer",
        scope="game:play",
        tag="turns",
        summary="Seal or replace my answer",
        description=(
            "Seals the caller's answer, or replaces it. No other player sees it until the turn closes: when "
            "all asked seats have answered, or when time is up. It can be replaced until then; where other "
            "seats have more time, only until the caller's own deadline (`due_at`). The same answer again "
            "returns the same receipt, even after the turn has closed, and changes nothing."
        ),
        request_example={"action": {"type": "play", "card": 44}},
        request_examples=action_examples(),
        answer=SuccessAnswer(200, "Receipt", "The receipt.", "Receipt"),
        refuses=(
            *TURN_MISSING,
            *NOT_RUNNING,
            "not_a_player",
            "turn_closed",
            "time_is_up",
            "not_asked",
            "too_many_changes",
            "invalid_action",
            *RULES_REFUSE,
        ),
    )
    def put(self, request: Request, game: str, number: int) -> Response:
        body = SubmissionRequest(data=request.data)
        body.is_valid(raise_exception=True)
        sent: Any = request.auth
        read = load_with_caller(sent.read_along, sent.read_at)
        receipt = submissions.submit(
            game, number, player(request).pk, body.validated_data["action"], read
        )
        return Response(receipt)

    @call(
        name="withdraw_answer",
        scope="game:play",
        tag="turns",
        summary="Withdraw my sealed answer",
        description=(
            "Withdraws the caller's sealed answer while the turn is open. The response is a receipt as well: "
            "together with the receipt of the answer it shows that no answer was withdrawn or replaced in "
            "the caller's name."
        ),
        answer=SuccessAnswer(200, "Withdrawal", "The answer is withdrawn.", "Withdrawal"),
        refuses=(
            *TURN_MISSING,
            *NOT_RUNNING,
            "no_submission",
            "not_a_player",
            "turn_closed",
            "time_is_up",
            "not_asked",
            "too_many_changes",
        ),
    )
    def delete(self, request: Request, game: str, number: int) -> Response:
        return Response(submissions.withdraw(game, number, player(request).pk))
