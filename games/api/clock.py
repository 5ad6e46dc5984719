"""Endpoints that move deadlines: pauses, votes to resume, vacations, and a sandbox's clock."""

from django.conf import settings
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from common.rest.paging import whole_page
from common.rest.responses import LOCATION, created_response, problems, typed_response
from common.rest.view import View, ViewSet
from games.api.moves import GameMove
from games.api.seats import GAME_NOT_RUNNING
from games.api.serializers import ForwardRequest, PauseRequest, VacationRequest
from games.background import sandbox
from games.clock.clock import SECOND, write_duration
from games.clock.now import now
from games.fairness.commitments import utc
from games.lobby import pauses, vacations
from games.shapes.games import GameBody, GamePause
from games.shapes.people import VacationBody, VacationPage, YearsAllowance
from games.visibility.game_view import GameView
from players.authentication import player, token
from players.idempotency import make_idempotent
from players.models import Vacation

NO_STEP = ("sandbox_only", "test_token_needed", "invalid_step")


class PauseGame(GameMove):
    required_scopes = {
        "GET": ["game:read"],
        "PUT": ["game:host"],
        "DELETE": ["game:host"],
    }
    serializer_class = PauseRequest

    @extend_schema(
        operation_id="get_pause",
        tags=["seats"],
        responses={
            200: typed_response(GamePause, "The pause.", "GamePause"),
            **problems("game_not_found", "not_paused"),
        },
    )
    def get(self, request: Request, game: str) -> Response:
        """Get the pause.

        Returns the pause of a game that is proposed, agreed or running.
        """
        return Response(GameView.load(game, player(request)).get_pause())

    @extend_schema(
        operation_id="agree_to_pause",
        tags=["seats"],
        responses={
            200: typed_response(GameBody, "The game, with its `pause`.", "Game"),
            **problems(
                *GAME_NOT_RUNNING,
                "not_a_player",
                "already_paused",
                "invalid_pause",
                "too_many_changes",
            ),
        },
    )
    def put(self, request: Request, game: str) -> Response:
        """Propose or accept a pause.

        Proposes a pause, or accepts the proposed one. When all present players have agreed to the same
        length, the game's clock stops for that long and every deadline moves (`deadlines_moved`). Players may
        still move during a pause. A different length is a new proposal.
        """
        body = PauseRequest(data=request.data)
        body.is_valid(raise_exception=True)
        pauses.agree_to_pause(game, player(request), body.validated_data["length"])
        return self.show_game(game)

    @extend_schema(
        operation_id="end_pause",
        tags=["seats"],
        responses={
            204: OpenApiResponse(description="The clock runs again."),
            **problems(*GAME_NOT_RUNNING, "not_a_player", "not_paused"),
        },
    )
    def delete(self, request: Request, game: str) -> Response:
        """End or drop a pause.

        Ends the running pause, or drops the proposed one. Any player of the game may do this.
        """
        pauses.end_pause(game, player(request))
        return Response(status=204)


class ResumeVotes(GameMove):
    required_scopes = ["game:host"]

    @make_idempotent
    @extend_schema(
        operation_id="vote_to_resume",
        tags=["seats"],
        responses={
            200: typed_response(GameBody, "The game.", "Game"),
            **problems(*GAME_NOT_RUNNING, "not_a_player", "not_stopped", "no_vote"),
        },
    )
    def post(self, request: Request, game: str) -> Response:
        """Vote to resume the game.

        Records the caller's vote against the vacations and pauses that delay the open turn beyond its own
        time. Players who are present and not on vacation may vote. When more than half of them have voted,
        this game's clock runs again (`going_on`, `deadlines_moved`). A vote counts until the turn closes.
        """
        pauses.vote_to_resume(game, player(request))
        return self.show_game(game)


class Vacations(ViewSet):
    required_scopes = {"GET": ["game:read"], "POST": ["game:host"], "DELETE": ["game:host"]}
    serializer_classes = {"create": VacationRequest}
    lookup_url_kwarg = "vacation"
    lookup_value_converter = "id"

    @extend_schema(
        operation_id="list_vacations",
        tags=["me"],
        responses={
            200: typed_response(VacationPage, "All vacations on one page.", "VacationPage"),
        },
    )
    def list(self, request: Request) -> Response:
        """List my vacations.

        Returns the caller's vacations of this year and the next in order, past ones included, and the
        allowance left for each year.
        """
        known = vacations.list_vacations(player(request))
        this_year = now().year
        allowance: list[YearsAllowance] = [
            {"year": year, "left": write_duration(left), "left_seconds": left // SECOND}
            for year in (this_year, this_year + 1)
            for left in [vacations.get_allowance_left(known, year)]
        ]
        days = settings.TIDE_MAX_VACATION_DAYS_PER_YEAR
        listed = [_vacation_body(one) for one in known if one.until_at.year >= this_year]
        shown: VacationPage = {
            **whole_page(listed),
            "allowance": {"days_a_year": days, "years": allowance},
        }
        return Response(shown)

    @make_idempotent
    @extend_schema(
        operation_id="create_vacation",
        tags=["me"],
        parameters=[LOCATION],
        responses={
            201: typed_response(VacationBody, "The vacation.", "Vacation"),
            **problems(
                "invalid_vacation", "vacation_overlaps", "no_vacation_left", "too_many_changes"
            ),
        },
    )
    def create(self, request: Request) -> Response:
        """Announce a vacation.

        Creates a vacation that begins at `from`, or now. During it the caller's clock stands still in every
        game whose host allows vacations, and the other players of those games see it.
        """
        body = VacationRequest(data=request.data)
        body.is_valid(raise_exception=True)
        made = vacations.create_vacation(
            player(request), body.validated_data.get("from"), body.validated_data["until"]
        )
        return created_response(_vacation_body(made), "games:me-vacation-detail", made.pk)

    @extend_schema(
        operation_id="end_vacation",
        tags=["me"],
        responses={
            204: OpenApiResponse(description="The vacation is over."),
            **problems("vacation_not_found", "vacation_over"),
        },
    )
    def destroy(self, request: Request, vacation: str) -> Response:
        """End or cancel a vacation.

        Ends a vacation now, or cancels one that has not begun. The unused days return to the allowance.
        """
        vacations.end_vacation(player(request), vacation)
        return Response(status=204)


class Forward(GameMove):
    required_scopes = ["game:host"]
    serializer_class = ForwardRequest

    @make_idempotent
    @extend_schema(
        operation_id="forward_clock",
        tags=["sandbox"],
        responses={
            200: typed_response(GameBody, "The game at its new time.", "Game"),
            **problems(
                "game_not_found", "not_a_player", "game_finished", "game_cancelled", *NO_STEP
            ),
        },
    )
    def post(self, request: Request, game: str) -> Response:
        """Move a game's clock forward.

        Moves the time of one game forward, and does everything due by then before it responds. Only for
        client authors: on a sandbox server, with a token created with `test: true`. A game's time never moves
        back.
        """
        body = ForwardRequest(data=request.data)
        body.is_valid(raise_exception=True)
        sandbox.move_game(game, player(request), token(request), body.validated_data["by"])
        return self.show_game(game)


class ForwardMine(View):
    required_scopes = ["game:host"]
    serializer_class = ForwardRequest

    @make_idempotent
    @extend_schema(
        operation_id="forward_my_clock",
        tags=["sandbox"],
        responses={
            204: OpenApiResponse(description="The time has moved."),
            **problems("rules_missing", *NO_STEP),
        },
    )
    def post(self, request: Request) -> Response:
        """Move my whole clock forward.

        Moves the time of all games in which the caller has a seat, as `forward_clock` does. The caller's
        notifications, webhook retries, invitation links, other tokens and sessions fall due by as much
        earlier.
        """
        body = ForwardRequest(data=request.data)
        body.is_valid(raise_exception=True)
        sandbox.move_player(player(request), token(request), body.validated_data["by"])
        return Response(status=204)


def _vacation_body(vacation: Vacation) -> VacationBody:
    return {
        "id": vacation.pk,
        "from": utc(vacation.from_at),
        "until": utc(vacation.until_at),
        "created_at": utc(vacation.announced_at),
    }
