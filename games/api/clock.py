"""What moves deadlines: pauses of a game, vacations of a player, and a sandbox's step forward in time."""

from typing import Any

from django.conf import settings
from django.utils.dateparse import parse_datetime
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.parts import LENGTH
from games.api.seats import NOT_RUNNING
from games.clock.duration import read_duration, write_duration
from games.clock.now import now
from games.fairness.chain import utc
from games.lobby import pauses, resume_vote, vacations
from games.sweep import sandbox
from games.visibility.game_view import GameView
from players.authentication import player, token
from players.idempotency import once
from players.models import Vacation
from tideapi.rest.describe import Answer, call
from tideapi.rest.errors import ApiError
from tideapi.rest.reading import body
from tideapi.rest.schemas import closed, string
from tideapi.rest.view import View

MOMENT = string(
    "RFC 3339, with an offset or Z.",
    format="date-time",
    maxLength=40,
    pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$",
    **{"x-wanted": "a moment such as 2027-08-01T00:00:00Z"},
)
PAUSING = closed({"length": LENGTH})
VACATION = closed({"from": MOMENT, "until": MOMENT}, optional=["from"])
FORWARD = closed({"by": LENGTH})
_NOTHING = closed({})


class Pause(View):
    @call(
        name="agree_to_pause",
        scope="game:host",
        tag="seats",
        summary="Propose or accept a pause",
        description=(
            "Proposes a pause, or accepts the proposed one. When all present players have agreed to the same "
            "length, the game's clock stands still for it and every deadline moves (`deadlines_moved`). "
            "Players may still move during a pause. A different length is a new proposal."
        ),
        request="PauseRequest",
        request_example={"length": "P3D"},
        answer=Answer(200, "Game", "The game, with its `pause`.", "Game"),
        refuses=(
            *NOT_RUNNING,
            "not_a_player",
            "already_paused",
            "invalid_pause",
            "too_many_changes",
        ),
    )
    def put(self, request: Request, game: str) -> Response:
        wish = body(request, PAUSING)
        length = read_duration(wish["length"])
        if length is None:
            raise ApiError("invalid_pause", "Write a duration such as P3D.", "/length")
        pauses.agree(game, player(request), length)
        return Response(GameView.find(game, player(request)).whole())

    @call(
        name="end_pause",
        scope="game:host",
        tag="seats",
        summary="End or drop a pause",
        description="Ends the running pause, or drops the proposed one. Any player of the game may do this.",
        answer=Answer(204, None, "The clock runs again."),
        refuses=(*NOT_RUNNING, "not_a_player", "not_paused"),
    )
    def delete(self, request: Request, game: str) -> Response:
        pauses.end(game, player(request))
        return Response(status=204)


class GoOn(View):
    @once
    @call(
        name="vote_to_resume",
        scope="game:host",
        tag="seats",
        summary="Vote to resume the game",
        description=(
            "Records the caller's vote. Players who are present and not on vacation may vote when vacations "
            "or a pause delay the open turn beyond its own time. With more than half of the votes, what has "
            "stopped the clock so far no longer does in this game (`going_on`, `deadlines_moved`). A vote "
            "counts until the turn closes."
        ),
        answer=Answer(200, "Game", "The game.", "Game"),
        refuses=(*NOT_RUNNING, "not_a_player", "not_stopped", "no_vote"),
    )
    def post(self, request: Request, game: str) -> Response:
        body(request, _NOTHING)
        resume_vote.vote(game, player(request))
        return Response(GameView.find(game, player(request)).whole())


class MyVacations(View):
    @call(
        name="list_vacations",
        scope="game:read",
        tag="me",
        summary="List my vacations",
        description=(
            "Returns the caller's vacations of this year and the next in order, past ones included, and the "
            "allowance left for each year."
        ),
        answer=Answer(200, "VacationList", "The vacations.", "Vacations"),
    )
    def get(self, request: Request) -> Response:
        return Response(_vacations(request))

    @once
    @call(
        name="create_vacation",
        scope="game:host",
        tag="me",
        summary="Announce a vacation",
        description=(
            "Creates a vacation that begins at `from`, or now. During it the caller's clock stands still in "
            "every game whose host allows vacations, and the other players of those games see it."
        ),
        request="VacationRequest",
        request_example={"from": "2027-08-01T00:00:00Z", "until": "2027-08-15T00:00:00Z"},
        answer=Answer(201, "Vacation", "The vacation.", "Vacation"),
        refuses=("invalid_vacation", "vacation_overlaps", "no_vacation_left", "too_many_changes"),
    )
    def post(self, request: Request) -> Response:
        wish = body(request, VACATION)
        since = _moment(wish, "from") if "from" in wish else None
        made = vacations.create(player(request), since, _moment(wish, "until"))
        return Response(_shown(made), status=201)


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
        answer=Answer(204, None, "The vacation is over."),
        refuses=("vacation_not_found", "vacation_over"),
    )
    def delete(self, request: Request, vacation: str) -> Response:
        vacations.end(player(request), vacation)
        return Response(status=204)


class Forward(View):
    @once
    @call(
        name="advance_clock",
        scope="game:host",
        tag="sandbox",
        summary="Advance a game's clock",
        description=(
            "Moves the time of one game forward, and does everything due by then before it answers. Only for "
            "client authors: on a sandbox server, with a token created with `test: true`. A game's time "
            "never moves back."
        ),
        request="ForwardRequest",
        request_example={"by": "PT24H"},
        answer=Answer(200, "Game", "The game at its new time.", "Game"),
        refuses=(
            "game_not_found",
            "not_a_player",
            "game_finished",
            "game_cancelled",
            "sandbox_only",
            "test_token_needed",
            "invalid_step",
        ),
    )
    def post(self, request: Request, game: str) -> Response:
        wish = body(request, FORWARD)
        by = read_duration(wish["by"])
        if by is None:
            raise ApiError("invalid_step", "Write a duration such as PT24H.", "/by")
        sandbox.forward(game, player(request), token(request), by)
        return Response(GameView.find(game, player(request)).whole())


def _moment(wish: dict[str, Any], name: str) -> Any:
    try:
        moment = parse_datetime(wish[name])
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise ApiError("invalid_vacation", "This moment does not exist.", f"/{name}")
    return moment


def _vacations(request: Request) -> dict[str, Any]:
    rows = vacations.taken(player(request))
    this_year = now().year
    shown = [_shown(row) for row in rows if row.until_at.year >= this_year]
    allowance = [
        {"year": year, "left": write_duration(vacations.left(rows, year))}
        for year in (this_year, this_year + 1)
    ]
    days = settings.TIDE_VACATION_DAYS
    return {"results": shown, "allowance": {"days_a_year": days, "years": allowance}}


def _shown(row: Vacation) -> dict[str, Any]:
    return {
        "id": row.pk,
        "from": utc(row.from_at),
        "until": utc(row.until_at),
        "created_at": utc(row.announced_at),
    }
