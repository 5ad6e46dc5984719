"""Finding and opening games, and taking a seat.

Why so: docs/why.md#tag.
"""

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import finding
from games.api.parts import ENTROPY
from games.api.request_schema import NEW_GAME
from games.clock.clock import Clock, Limits, read_clock
from games.lobby import deal_texts, open_games
from games.models import Game
from games.repository import standby
from games.repository.queries import SNAPSHOT_FOR_CALLER, VERSION_FOR_CALLER
from games.visibility import game_lists
from games.visibility.game_view import GameView
from games.visibility.snapshot import version_found
from players.authentication import BearerToken, player, viewer
from players.idempotency import once
from players.sql import Callers
from tideapi.rest import paging
from tideapi.rest.conditional import SEEN, tagged, unchanged
from tideapi.rest.describe import Answer, call
from tideapi.rest.reading import body
from tideapi.rest.schemas import closed
from tideapi.rest.view import View

USUAL_PER_TURN = "PT24H"
USUAL_BOT_AFTER = 3

ORDER = ("-created_at", "-id")
"""The newest games first."""
JOINING = closed({"entropy": ENTROPY}, optional=["entropy"])
_TEXT = closed({"entropy": ENTROPY})
_NOTHING = closed({})

NOT_OPEN = ("already_started", "game_finished", "game_cancelled")
NOT_LET_IN = ("no_bot_accounts", "too_unreliable", "too_many_games")


class Games(View):
    def get_permissions(self) -> list[Any]:
        return [IsAuthenticated()] if self.request.method == "POST" else [AllowAny()]

    @call(
        name="list_games",
        scope="game:read",
        tag="games",
        summary="List games",
        description=(
            "Public games, newest first, each with the turn that is open. What narrows the list can be "
            "combined. My own games in the order of their urgency: `list_my_games`."
        ),
        query=finding.FILTERS,
        answer=Answer(200, "GamePage", "A page of games.", "GamePage"),
        refuses=("not_authenticated",),
        compressed=True,
    )
    def get(self, request: Request) -> Response:
        who = viewer(request)

        def show(page: Iterable[Game]) -> list[dict[str, Any]]:
            return game_lists.summaries([game.pk for game in page], who)

        def page() -> Response:
            return paging.paged(request, rows, ORDER, show, self.query.get("page_size"))

        rows = finding.games(self.query, who)
        return standby.first(page) if finding.is_for_all(self.query, who) else page()

    @once
    @call(
        name="create_game",
        scope="game:host",
        tag="games",
        summary="Open a game",
        description=(
            "The host takes seat 0, bots take the last seats. The game starts by itself when no seat is "
            "free, or, where `start` is `host`, when the host says so: then she too can give a text for the"
            " deal (`give_entropy`) after she has seen the commitment. What is left out: the ruleset's "
            "default options, no bots, 24 hours a turn, a start when the seats are full, a public game. A "
            "sitting is the turns that follow one another and share one deadline, because one player makes "
            "several decisions in a row; most have one turn. `clock` may add a time bank for each player "
            "(`bank`, refilled by `increment` with each new sitting, never above what it began with), hours"
            " of play outside of which the clock stands still, and a grace for the first turn. `absence` "
            "says after how many sittings missed in a row a bot takes a seat, whether vacations stop the "
            "clock, and of how many turns in a hundred whoever joins must have answered herself. With "
            "`bot_accounts` false no account of a bot may take a seat."
        ),
        request="GameRequest",
        request_example={
            "ruleset": "turn_the_tide",
            "options": {"edition": "amigo"},
            "seats": 3,
            "bots": ["random", "careful"],
            "clock": {
                "per_turn": "PT24H",
                "bank": "PT72H",
                "increment": "PT1H",
                "grace": "PT12H",
                "hours": {
                    "zone": "Europe/Berlin",
                    "days": ["mon", "tue", "wed", "thu", "fri", "sat"],
                    "from": "08:00",
                    "to": "22:00",
                },
            },
            "absence": {"bot_after": 3, "vacations": True, "least_reliability": 80},
            "start": "host",
        },
        answer=Answer(201, "Game", "The game as its host sees it.", "GameCreated"),
        refuses=(
            "invalid_options",
            "invalid_seats",
            "invalid_clock",
            "unknown_bot",
            "too_many_bots",
            "unknown_ruleset",
            "no_bot_accounts",
            "too_many_games",
        ),
    )
    def post(self, request: Request) -> Response:
        wish, host = body(request, NEW_GAME), player(request)
        game = open_games.create(host, complete_wish(wish))
        shown = GameView.find(game.pk, host).whole()
        headers = {"Location": f"{request.path}/{game.pk}"}
        return Response(shown, status=201, headers=headers)


class CallerAndGame(BearerToken):
    """The caller, and one game as this player may see it, or only whether it has changed.

    Why so: docs/why.md#with-caller.
    """

    def select(self, request: HttpRequest) -> tuple[Callers, dict[str, Any]]:
        callers = VERSION_FOR_CALLER if SEEN in request.META else SNAPSHOT_FOR_CALLER
        return callers, {"game": request.resolver_match.kwargs["game"]}  # type: ignore[union-attr]


class OneGame(View):
    permission_classes = [AllowAny]

    authentication_classes = [CallerAndGame]

    @call(
        name="get_game",
        scope="game:read",
        tag="games",
        summary="One game as I may see it",
        description=(
            "`table` is what all may see, `mine` what only my seat may. A private game can be seen by "
            "whoever knows its id until it starts, then by its players alone."
        ),
        answer=Answer(200, "Game", "The game.", "Game"),
        refuses=("game_not_found",),
    )
    def get(self, request: Request, game: str) -> HttpResponse:
        sent: Any = request.auth
        found = sent and sent.read_along
        if SEEN in request.META:
            version, found = version_found(found), None
            known = version and unchanged(request, version.tag)
            if known:
                return known
        view = GameView.find(game, viewer(request), found)
        return tagged(request, view.version.tag, view.whole)


class Join(View):
    @once
    @call(
        name="join_game",
        scope="game:host",
        tag="games",
        summary="Take a seat",
        description=(
            "The first free one, with a text of my own for the deal if I like. The game starts by itself "
            "when none is left, unless its host keeps the start to herself."
        ),
        request="JoinRequest",
        request_example={"entropy": "a shell from Rantum"},
        answer=Answer(200, "Game", "The game as its new player sees it.", "Game"),
        refuses=(
            "game_not_found",
            "already_joined",
            "game_full",
            *NOT_LET_IN,
            "too_many_changes",
            *NOT_OPEN,
        ),
    )
    def post(self, request: Request, game: str) -> Response:
        wish = body(request, JOINING)
        open_games.join(game, player(request), wish.get("entropy"))
        return Response(GameView.find(game, player(request)).whole())


class Entropy(View):
    @call(
        name="give_entropy",
        scope="game:host",
        tag="games",
        summary="Give a text of my own for the deal",
        description=(
            "For whoever has a seat, until the start; it takes the place of the text that she gave before. "
            "Only the SHA-256 of the text is kept, shown, and part of the deal. The same text again, even "
            "after the start, gives the same receipt and does nothing twice."
        ),
        request="EntropyRequest",
        request_example={"entropy": "three gulls on the pier"},
        answer=Answer(200, "EntropyReceipt", "The text's receipt.", "TextReceipt"),
        refuses=("game_not_found", "not_a_player", "too_many_changes", *NOT_OPEN),
    )
    def put(self, request: Request, game: str) -> Response:
        wish = body(request, _TEXT)
        return Response(deal_texts.give(game, player(request), wish["entropy"]))


class Leave(View):
    @once
    @call(
        name="leave_game",
        scope="game:host",
        tag="games",
        summary="Give my seat back before the start",
        description=(
            "When the host leaves, the next player is the host; when nobody is left, the game is "
            "cancelled."
        ),
        answer=Answer(204, None, "The seat is free."),
        refuses=("game_not_found", "not_a_player", *NOT_OPEN),
    )
    def post(self, request: Request, game: str) -> Response:
        body(request, _NOTHING)
        open_games.leave(game, player(request))
        return Response(status=204)


class Start(View):
    @once
    @call(
        name="start_game",
        scope="game:host",
        tag="games",
        summary="Start with the seats taken so far",
        description="For the host, once enough seats are taken; free ones are closed up.",
        answer=Answer(200, "Game", "The game, running.", "Game"),
        refuses=("game_not_found", "not_a_player", "not_host", "not_enough_players", *NOT_OPEN),
    )
    def post(self, request: Request, game: str) -> Response:
        body(request, _NOTHING)
        open_games.start(game, player(request))
        return Response(GameView.find(game, player(request)).whole())


class Cancel(View):
    @once
    @call(
        name="cancel_game",
        scope="game:host",
        tag="games",
        summary="Call an open game off",
        description="For the host.",
        answer=Answer(200, "Game", "The game, cancelled.", "Game"),
        refuses=("game_not_found", "not_a_player", "not_host", *NOT_OPEN),
    )
    def post(self, request: Request, game: str) -> Response:
        body(request, _NOTHING)
        open_games.cancel(game, player(request))
        return Response(GameView.find(game, player(request)).whole())


def complete_wish(wish: dict[str, Any]) -> open_games.Wish:
    """Return the game that is wished for, with what is usual where the body of a request says nothing."""
    absence = wish.get("absence", {})
    return open_games.Wish(
        ruleset=wish["ruleset"],
        options=wish.get("options", {}),
        seats=wish["seats"],
        bots=tuple(wish.get("bots", ())),
        clock=_clock(wish.get("clock", {})),
        bot_after=absence.get("bot_after", USUAL_BOT_AFTER),
        vacations=absence.get("vacations", True),
        least_reliability=absence.get("least_reliability"),
        bot_accounts=wish.get("bot_accounts", True),
        private=wish.get("private", False),
        messages=wish.get("messages", True),
        start=Game.Start(wish.get("start", Game.Start.FULL)),
    )


def _clock(wish: dict[str, Any]) -> Clock:
    limits = Limits(settings.TIDE_MIN_PER_TURN, settings.TIDE_MAX_PER_TURN)
    return read_clock({"per_turn": USUAL_PER_TURN, **wish}, limits)
