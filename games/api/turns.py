"""Questions, and the sealed answers to them.

Why so: docs/decisions/game-rows.md.
"""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from common.rest.fields import TEXT
from common.rest.language import name_language
from common.rest.responses import LANGUAGE, problems, typed_response
from common.rest.view import View
from games.api.callers import TokenWithGame, caller_with_game
from games.api.queries import TurnQuery
from games.api.ruleset_schemas import action_examples
from games.api.sentences import add_turn_texts, answer_language
from games.api.serializers import SubmissionRequest
from games.play import submissions
from games.rulesets import registry
from games.shapes.turns import Receipt, TurnBody, Withdrawal
from games.visibility.game_view import GameView
from players.authentication import HasScopesIfSignedIn, player, viewer

TURN_MISSING = ("game_not_found", "turn_not_found")
RULES_REFUSE = [code for rules in registry.RULESETS.values() for code in rules.refusals]
NOT_RUNNING = ("game_not_started", "game_finished", "game_cancelled")


class OneTurn(View):
    required_scopes = ["game:read"]
    permission_classes = [HasScopesIfSignedIn]
    query_serializer_class = TurnQuery

    @extend_schema(
        operation_id="get_turn",
        tags=["turns"],
        parameters=[*LANGUAGE],
        responses={
            200: typed_response(TurnBody, "The turn.", "Turn"),
            **problems(*TURN_MISSING),
        },
    )
    def get(self, request: Request, game: str, turn: int) -> Response:
        """Get a turn.

        Returns a turn: who has answered while it is open, and what everyone played once it is closed.
        `include=text` adds answers in words.
        """
        query = TurnQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        view = GameView.load(game, viewer(request))
        shown = view.get_turn(turn)
        if TEXT not in query.validated_data.get("include", ()):
            return Response(shown)
        language = answer_language(request)
        response = Response(add_turn_texts(shown, view.get_game(), language))
        name_language(response, language)
        return response


class MySubmission(View):
    required_scopes = {"GET": ["game:read"], "PUT": ["game:play"], "DELETE": ["game:play"]}
    authentication_classes = [TokenWithGame]
    serializer_class = SubmissionRequest

    @extend_schema(
        operation_id="get_submission",
        tags=["turns"],
        responses={
            200: typed_response(Receipt, "The receipt.", "Receipt"),
            **problems(*TURN_MISSING, "no_submission", "not_a_player"),
        },
    )
    def get(self, request: Request, game: str, turn: int) -> Response:
        """Get my sealed answer.

        Returns the receipt of the caller's sealed answer.
        """
        caller = caller_with_game(request)
        view = GameView.load(game, player(request), caller.snapshot if caller else None)
        return Response(view.get_submission(turn))

    @extend_schema(
        operation_id="submit_answer",
        tags=["turns"],
        responses={
            200: typed_response(Receipt, "The receipt.", "Receipt"),
            **problems(
                *TURN_MISSING,
                *NOT_RUNNING,
                "not_a_player",
                "turn_closed",
                "time_is_up",
                "not_asked",
                "too_many_changes",
                "invalid_action",
                "no_such_number",
                *RULES_REFUSE,
            ),
        },
        examples=action_examples(),
    )
    def put(self, request: Request, game: str, turn: int) -> Response:
        """Seal or replace my answer.

        Seals the caller's answer, or replaces it. No other player sees it until the turn closes: when all
        asked seats have answered, or when time is up. It can be replaced until then; where other seats have
        more time, only until the caller's own deadline (`due_at`). The same answer again returns the same
        receipt, even after the turn has closed, and changes nothing.
        """
        body = SubmissionRequest(data=request.data)
        body.is_valid(raise_exception=True)
        me, caller = player(request).pk, caller_with_game(request)
        action, read = body.validated_data["action"], caller.state if caller else None
        return Response(submissions.submit(game, turn, me, action, read))

    @extend_schema(
        operation_id="withdraw_answer",
        tags=["turns"],
        responses={
            200: typed_response(Withdrawal, "The answer is withdrawn.", "Withdrawal"),
            **problems(
                *TURN_MISSING,
                *NOT_RUNNING,
                "no_submission",
                "not_a_player",
                "turn_closed",
                "time_is_up",
                "not_asked",
                "too_many_changes",
            ),
        },
    )
    def delete(self, request: Request, game: str, turn: int) -> Response:
        """Withdraw my sealed answer.

        Withdraws the caller's sealed answer while the turn is open. The response is a receipt as well:
        together with the receipt of the answer it shows that no answer was withdrawn or replaced in the
        caller's name.
        """
        return Response(submissions.withdraw(game, turn, player(request).pk))
