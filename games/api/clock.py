"""Endpoints that move deadlines: pauses, votes to resume, vacations, and a sandbox's clock."""

from django.conf import settings
from rest_framework.request import Request
from rest_framework.response import Response

from common.rest.describe import SuccessAnswer, call
from common.rest.view import View
from games.api.seats import GAME_NOT_RUNNING
from games.api.serializers import ForwardRequest, PauseRequest, VacationRequest
from games.background import sandbox
from games.clock.clock import SECOND, write_duration
from games.clock.now import now
from games.fairness.commitments import utc
from games.lobby import pauses, vacations
from games.shapes.people import VacationBody, VacationList, YearsAllowance
from games.visibility.game_view import GameView
from players.authentication import player, token
from players.idempotency import make_idempotent
from players.models import Vacation

NO_STEP = ("sandbox_only", "test_token_needed", "invalid_step")


class PauseGame(View):
    serializer_class = PauseRequest

    @call(
        name="agree_to_pause",
        scope="game:host",
        tag="seats",
        summary="Propose or accept a pause",
        description=(
            "Proposes a pause, or accepts the proposed one. When all present players have agreed to the same "
            "length, the game's clock stops for that long and every deadline moves (`deadlines_moved`). "
            "Players may still move during a pause. A different length is a new proposal."
        ),
        request_example={"length": "P3D"},
        answer=SuccessAnswer(200, "Game", "The game, with its `pause`.", "Game"),
        refuses=(
            *GAME_NOT_RUNNING,
            "not_a_player",
            "already_paused",
            "invalid_pause",
            "too_many_changes",
        ),
    )
    def put(self, request: Request, game: str) -> Response:
        body = PauseRequest(data=request.data)
        body.is_valid(raise_exception=True)
        pauses.agree_to_pause(game, player(request), body.validated_data["length"])
        return Response(GameView.load(game, player(request)).get_game())

    @call(
        name="end_pause",
        scope="game:host",
        tag="seats",
        summary="End or drop a pause",
        description="Ends the running pause, or drops the proposed one. Any player of the game may do this.",
        answer=SuccessAnswer(204, None, "The clock runs again."),
        refuses=(*GAME_NOT_RUNNING, "not_a_player", "not_paused"),
    )
    def delete(self, request: Request, game: str) -> Response:
        pauses.end_pause(game, player(request))
        return Response(status=204)


class GoOn(View):
    @make_idempotent
    @call(
        name="vote_to_resume",
        scope="game:host",
        tag="seats",
        summary="Vote to resume the game",
        description=(
            "Records the caller's vote against the vacations and pauses that delay the open turn beyond its "
            "own time. Players who are present and not on vacation may vote. When more than half of them "
            "have voted, this game's clock runs again (`going_on`, `deadlines_moved`). A vote counts until "
            "the turn closes."
        ),
        answer=SuccessAnswer(200, "Game", "The game.", "Game"),
        refuses=(*GAME_NOT_RUNNING, "not_a_player", "not_stopped", "no_vote"),
    )
    def post(self, request: Request, game: str) -> Response:
        pauses.vote_to_resume(game, player(request))
        return Response(GameView.load(game, player(request)).get_game())


class MyVacations(View):
    serializer_class = VacationRequest

    @call(
        name="list_vacations",
        scope="game:read",
        tag="me",
        summary="List my vacations",
        description=(
            "Returns the caller's vacations of this year and the next in order, past ones included, and the "
            "allowance left for each year."
        ),
        answer=SuccessAnswer(200, "VacationList", "The vacations.", "Vacations"),
    )
    def get(self, request: Request) -> Response:
        known = vacations.list_vacations(player(request))
        this_year = now().year
        allowance: list[YearsAllowance] = [
            {"year": year, "left": write_duration(left), "left_seconds": left // SECOND}
            for year in (this_year, this_year + 1)
            for left in [vacations.get_allowance_left(known, year)]
        ]
        days = settings.TIDE_MAX_VACATION_DAYS_PER_YEAR
        shown: VacationList = {
            "results": [_vacation_body(one) for one in known if one.until_at.year >= this_year],
            "allowance": {"days_a_year": days, "years": allowance},
        }
        return Response(shown)

    @make_idempotent
    @call(
        name="create_vacation",
        scope="game:host",
        tag="me",
        summary="Announce a vacation",
        description=(
            "Creates a vacation that begins at `from`, or now. During it the caller's clock stands still in "
            "every game whose host allows vacations, and the other players of those games see it."
        ),
        request_example={"from": "2027-08-01T00:00:00Z", "until": "2027-08-15T00:00:00Z"},
        answer=SuccessAnswer(201, "Vacation", "The vacation.", "Vacation"),
        refuses=("invalid_vacation", "vacation_overlaps", "no_vacation_left", "too_many_changes"),
    )
    def post(self, request: Request) -> Response:
        body = VacationRequest(data=request.data)
        body.is_valid(raise_exception=True)
        made = vacations.create_vacation(
            player(request), body.validated_data.get("from"), body.validated_data["until"]
        )
        return Response(_vacation_body(made), status=201)


class OneVacation(View):
    @call(
        name="end_vacation",
        scope="game:host",
        tag="me",
        summary="End or cancel a vacation",
        description=(
            "Ends a vacation now, or cancels one that has not begun. The unused days return to the "
            "allowance."
        ),
        answer=SuccessAnswer(204, None, "The vacation is over."),
        refuses=("vacation_not_found", "vacation_over"),
    )
    def delete(self, request: Request, vacation: str) -> Response:
        vacations.end_vacation(player(request), vacation)
        return Response(status=204)


class Forward(View):
    serializer_class = ForwardRequest

    @make_idempotent
    @call(
        name="advance_clock",
        scope="game:host",
        tag="sandbox",
        summary="Advance a game's clock",
        description=(
            "Moves the time of one game forward, and does everything due by then before it responds. "
            "Only for client authors: on a sandbox server, with a token created with `test: true`. A "
            "game's time never moves back."
        ),
        request_example={"by": "PT24H"},
        answer=SuccessAnswer(200, "Game", "The game at its new time.", "Game"),
        refuses=("game_not_found", "not_a_player", "game_finished", "game_cancelled", *NO_STEP),
    )
    def post(self, request: Request, game: str) -> Response:
        body = ForwardRequest(data=request.data)
        body.is_valid(raise_exception=True)
        sandbox.move_game(game, player(request), token(request), body.validated_data["by"])
        return Response(GameView.load(game, player(request)).get_game())


class ForwardMine(View):
    serializer_class = ForwardRequest

    @make_idempotent
    @call(
        name="advance_my_clock",
        scope="game:host",
        tag="sandbox",
        summary="Advance my whole clock",
        description=(
            "Moves the time of all games in which the caller has a seat, as `advance_clock` does. The "
            "caller's notifications, webhook retries, invitation links, other tokens and sessions "
            "fall due by as much earlier."
        ),
        request_example={"by": "PT24H"},
        answer=SuccessAnswer(204, None, "The time has moved."),
        refuses=("rules_missing", *NO_STEP),
    )
    def post(self, request: Request) -> Response:
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
