"""Finding and opening games, and taking a seat.

Why so: docs/decisions/streams.md.
"""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiResponse,
    extend_schema,
    extend_schema_serializer,
)
from rest_framework.request import Request
from rest_framework.response import Response

from common.rest.fields import TEXT
from common.rest.language import name_language
from common.rest.responses import LANGUAGE, LOCATION, created_response, problems, typed_response
from common.rest.view import PagedView, View, allow_compression, not_modified, tagged_response
from games.api import game_filters, lobby_filters
from games.api.callers import TokenWithGame, caller_with_game
from games.api.moves import GameMove
from games.api.queries import GameListQuery, GameQuery
from games.api.sentences import add_last_event_texts, answer_language
from games.api.serializers import EntropyRequest, GameRequest, JoinRequest, complete_clock
from games.api.viewer import answer_with_parts
from games.lobby import open_games
from games.models import Game
from games.shapes.games import GameBody, GamePage
from games.shapes.people import EntropyReceipt
from games.visibility import game_lists
from games.visibility.game_view import GameView
from players.authentication import HasScopesIfSignedIn, player, viewer
from players.idempotency import make_idempotent

USUAL_BOT_AFTER = 3

NOT_OPEN = ("already_started", "game_finished", "game_cancelled")
NOT_LET_IN = ("no_bot_accounts", "too_unreliable", "too_many_games")

TURN_THE_TIDE = {
    "ruleset": "turn_the_tide",
    "options": {"edition": "amigo"},
    "seat_count": 3,
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
}
HIGH_TIDE = {
    "ruleset": "high_tide",
    "options": {"expansions": ["coins", "surfer", "baywatch"]},
    "seat_count": 4,
    "bots": ["random"],
    "clock": {"per_turn": "PT48H"},
    "private": True,
}
# Here, because the serializers name no game.
extend_schema_serializer(examples=[OpenApiExample("Example", TURN_THE_TIDE)])(GameRequest)


class Games(PagedView):
    required_scopes = {"GET": ["game:read"], "POST": ["game:host"]}
    ordering: tuple[str, ...] = ("-created_at", "-id")
    query_serializer_class = GameListQuery
    serializer_class = GameRequest

    def get_permissions(self) -> Sequence[Any]:
        return (
            super().get_permissions() if self.request.method == "POST" else [HasScopesIfSignedIn()]
        )

    @extend_schema(
        operation_id="list_games",
        tags=["games"],
        parameters=[*LANGUAGE],
        responses={
            200: typed_response(GamePage, "A page of games.", "GamePage"),
            **problems("not_authenticated"),
        },
    )
    @allow_compression
    def get(self, request: Request) -> Response:
        """List games.

        Returns public games, newest first, each with its open turn. Filters can be combined. Filters by terms
        (`edition` to `friends`) leave out games that are over, unless `player`, `id` or `waiting` is sent
        too. `list_my_games` has the caller's own games by urgency. `include=text` adds a sentence to each
        `last_event`.
        """
        query = GameListQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        caller = viewer(request)
        rows = game_filters.find_games(query.validated_data, caller)
        if "sort" in query.validated_data:
            rows = lobby_filters.order_by_missing_seats(rows)
            self.ordering, self.place = ("place", "id"), lobby_filters.PLACE
        found = [game.pk for game in self.paginate_queryset(rows)]
        shown = game_lists.list_summaries(found, caller)
        include = query.validated_data.get("include", ())
        language = answer_language(request) if TEXT in include else None
        if language is not None:
            shown = add_last_event_texts(shown, language)
        response = self.get_paginated_response(shown)
        if "friends" in include:
            response.data["friends"] = lobby_filters.list_friends_at(shown, caller)
        if language is not None:
            name_language(response, language)
        return response

    @make_idempotent
    @extend_schema(
        operation_id="create_game",
        tags=["games"],
        parameters=[LOCATION],
        responses={
            201: typed_response(GameBody, "The game as its host sees it.", "GameCreated"),
            **problems(
                "invalid_options",
                "invalid_seats",
                "invalid_clock",
                "unknown_bot",
                "too_many_bots",
                "unknown_ruleset",
                "no_bot_accounts",
                "too_many_games",
            ),
        },
        examples=[
            OpenApiExample(
                "turn_the_tide", TURN_THE_TIDE, summary="Turn the Tide", request_only=True
            ),
            OpenApiExample("high_tide", HIGH_TIDE, summary="High Tide", request_only=True),
        ],
    )
    def post(self, request: Request) -> Response:
        """Create a game.

        Creates a game. The host takes seat 0, and bots take the last seats. The game starts when every seat
        is taken, or, with `start` as `host`, when the host starts it; then the host too can give a text for
        the deal (`set_entropy`) after seeing the commitment. Defaults: the ruleset's options, no bots, 24
        hours a turn, start when full, public. A sitting is a run of turns that share one deadline because one
        player decides several things in a row; most sittings have one turn. `clock` may add a time bank for
        each player (`bank`, refilled by `increment` with each new sitting, up to its first size), hours of
        play outside which the clock stands still, and extra time for the first turn (`grace`). `absence` says
        after how many missed sittings in a row a bot takes a seat, whether vacations stop the clock, and what
        percentage of turns a joining player must have answered in person. With `bot_accounts` false, bot
        accounts cannot join.
        """
        body = GameRequest(data=request.data)
        body.is_valid(raise_exception=True)
        host = player(request)
        game = open_games.create_game(host, read_settings(body.validated_data))
        shown = GameView.load(game.pk, host).get_game()
        return created_response(shown, "games:game-detail", game.pk)


class OneGame(View):
    required_scopes = ["game:read"]
    authentication_classes = [TokenWithGame]
    permission_classes = [HasScopesIfSignedIn]
    query_serializer_class = GameQuery

    @extend_schema(
        operation_id="get_game",
        tags=["games"],
        parameters=[*LANGUAGE],
        responses={
            200: typed_response(GameBody, "The game.", "Game"),
            **problems("game_not_found"),
        },
    )
    def get(self, request: Request, game: str) -> HttpResponse:
        """Get a game.

        Returns a game. `table` is what everybody may see, `mine` what only the caller's seat may see. A
        private game is visible to everyone who knows its id until it starts, and to its players afterwards.
        With `include`, one call returns all that a game's screen shows.
        """
        query = GameQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        caller = caller_with_game(request)
        version = caller.version if caller else None
        if version and not query.validated_data and (known := not_modified(request, version.tag)):
            return known
        view = GameView.load(game, viewer(request), caller.snapshot if caller else None)
        if query.validated_data:
            return answer_with_parts(request, view, query.validated_data["include"])
        return tagged_response(request, view.version.tag, view.get_game)


class Join(GameMove):
    required_scopes = ["game:host"]
    serializer_class = JoinRequest

    @make_idempotent
    @extend_schema(
        operation_id="join_game",
        tags=["games"],
        responses={
            200: typed_response(GameBody, "The game as its new player sees it.", "Game"),
            **problems(
                "game_not_found",
                "already_joined",
                "game_full",
                *NOT_LET_IN,
                "too_many_changes",
                *NOT_OPEN,
            ),
        },
    )
    def post(self, request: Request, game: str) -> Response:
        """Join a game.

        Takes the first free seat, with an optional text for the deal. The game starts when the last seat is
        taken, unless its host starts it.
        """
        body = JoinRequest(data=request.data)
        body.is_valid(raise_exception=True)
        open_games.join_game(game, player(request), body.validated_data.get("entropy"))
        return self.show_game(game)


class Entropy(View):
    required_scopes = {"GET": ["game:read"], "PUT": ["game:host"]}
    serializer_class = EntropyRequest

    @extend_schema(
        operation_id="get_entropy",
        tags=["games"],
        responses={
            200: typed_response(EntropyReceipt, "The receipt of the text.", "TextReceipt"),
            **problems("game_not_found", "not_a_player", "no_entropy"),
        },
    )
    def get(self, request: Request, game: str) -> Response:
        """Get the receipt of my text.

        Returns the receipt of the text that the caller has given for the deal, at any time.
        """
        return Response(GameView.load(game, player(request)).get_entropy_receipt())

    @extend_schema(
        operation_id="set_entropy",
        tags=["games"],
        responses={
            200: typed_response(EntropyReceipt, "The receipt of the text.", "TextReceipt"),
            **problems("game_not_found", "not_a_player", "too_many_changes", *NOT_OPEN),
        },
    )
    def put(self, request: Request, game: str) -> Response:
        """Set my text for the deal.

        Sets the caller's text for the deal until the game starts, and replaces an earlier one. Only the
        SHA-256 of the text is kept, shown, and part of the deal. The same text again returns the same
        receipt, even after the start, and changes nothing.
        """
        body = EntropyRequest(data=request.data)
        body.is_valid(raise_exception=True)
        return Response(open_games.set_text(game, player(request), body.validated_data["entropy"]))


class Leave(View):
    required_scopes = ["game:host"]

    @make_idempotent
    @extend_schema(
        operation_id="leave_game",
        tags=["games"],
        responses={
            204: OpenApiResponse(description="The seat is free."),
            **problems("game_not_found", "not_a_player", *NOT_OPEN),
        },
    )
    def post(self, request: Request, game: str) -> Response:
        """Leave an open game.

        Gives the caller's seat up before the start. If the host leaves, the next player becomes the host; if
        no player is left, the game is cancelled.
        """
        open_games.leave_game(game, player(request))
        return Response(status=204)


class StartGame(GameMove):
    required_scopes = ["game:host"]

    @make_idempotent
    @extend_schema(
        operation_id="start_game",
        tags=["games"],
        responses={
            200: typed_response(GameBody, "The running game.", "Game"),
            **problems(
                "game_not_found", "not_a_player", "not_host", "not_enough_players", *NOT_OPEN
            ),
        },
    )
    def post(self, request: Request, game: str) -> Response:
        """Start a game.

        Starts the game with the seats taken so far. Only the host may do this, once enough seats are taken;
        free seats are removed.
        """
        open_games.start(game, player(request))
        return self.show_game(game)


class Cancel(GameMove):
    required_scopes = ["game:host"]

    @make_idempotent
    @extend_schema(
        operation_id="cancel_game",
        tags=["games"],
        responses={
            200: typed_response(GameBody, "The cancelled game.", "Game"),
            **problems("game_not_found", "not_a_player", "not_host", *NOT_OPEN),
        },
    )
    def post(self, request: Request, game: str) -> Response:
        """Cancel an open game.

        Cancels a game that has not started. Only the host may do this.
        """
        open_games.cancel_game(game, player(request))
        return self.show_game(game)


def read_settings(body: dict[str, Any]) -> open_games.GameSettings:
    """Return the settings of a new game, with defaults for what the body of a request leaves out."""
    absence = body.get("absence", {})
    return open_games.GameSettings(
        ruleset=body["ruleset"],
        options=body.get("options", {}),
        seats=body["seat_count"],
        bots=tuple(body.get("bots", ())),
        clock=complete_clock(body.get("clock", {})),
        bot_after=absence.get("bot_after", USUAL_BOT_AFTER),
        vacations=absence.get("vacations", True),
        least_reliability=absence.get("least_reliability"),
        bot_accounts=body.get("bot_accounts", True),
        private=body.get("private", False),
        chat=Game.Chat(body.get("chat", settings.TIDE_DEFAULT_CHAT)),
        start=Game.Start(body.get("start", Game.Start.FULL)),
    )
