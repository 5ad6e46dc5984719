"""Resigning a seat, returning to it, and offering it to another player."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.games import NOT_LET_IN
from games.api.request_schema import OFFERING
from games.lobby import extra_time, seats
from games.visibility.game_view import GameView
from players.authentication import player
from players.idempotency import once
from tideapi.rest.describe import Answer, call
from tideapi.rest.reading import body
from tideapi.rest.schemas import closed
from tideapi.rest.view import View

_NOTHING = closed({})

NOT_RUNNING = ("game_not_found", "game_not_started", "game_finished", "game_cancelled")


class Resign(View):
    @once
    @call(
        name="resign",
        scope="game:play",
        tag="seats",
        summary="Give my seat up for good",
        description=(
            "A bot plays on from here, and the host may offer the seat to somebody else. What I have "
            "sealed in the open turn stays sealed; my standing order is forgotten. When nobody has a seat "
            "any more, the game is called off."
        ),
        answer=Answer(204, None, "The seat is vacant."),
        refuses=(*NOT_RUNNING, "not_a_player"),
    )
    def post(self, request: Request, game: str) -> Response:
        body(request, _NOTHING)
        seats.resign(game, player(request))
        return Response(status=204)


class Return(View):
    @once
    @call(
        name="return_to_seat",
        scope="game:play",
        tag="seats",
        summary="Take my seat back from the bot that stood in",
        description="To answer the open turn does the same.",
        answer=Answer(200, "Game", "The game, with me in it.", "Game"),
        refuses=(*NOT_RUNNING, "not_a_player", "not_away"),
    )
    def post(self, request: Request, game: str) -> Response:
        body(request, _NOTHING)
        seats.come_back(game, player(request))
        return Response(GameView.find(game, player(request)).whole())


class Offer(View):
    @call(
        name="offer_seat",
        scope="game:play",
        tag="seats",
        summary="Offer a vacant seat to another player",
        description=(
            "For the host. A seat is vacant while a bot plays for somebody who is absent or has resigned; "
            "who is absent may come back until somebody has taken it. A new offer replaces the old one."
        ),
        request="OfferRequest",
        request_example={"player": "dan"},
        answer=Answer(200, "Game", "The game.", "Game"),
        refuses=(
            *NOT_RUNNING,
            "not_a_player",
            "not_host",
            "seat_not_found",
            "seat_not_vacant",
            "unknown_player",
            "already_joined",
            "player_blocked",
            "too_many_changes",
        ),
    )
    def put(self, request: Request, game: str, seat: int) -> Response:
        wish = body(request, OFFERING)
        seats.offer(game, player(request), seat, wish["player"])
        return Response(GameView.find(game, player(request)).whole())

    @call(
        name="withdraw_offer",
        scope="game:play",
        tag="seats",
        summary="Take the offer of a seat back",
        description="For the host.",
        answer=Answer(204, None, "The seat is offered to nobody."),
        refuses=(
            *NOT_RUNNING,
            "not_a_player",
            "not_host",
            "seat_not_found",
            "seat_not_vacant",
            "no_offer",
        ),
    )
    def delete(self, request: Request, game: str, seat: int) -> Response:
        seats.offer(game, player(request), seat, None)
        return Response(status=204)


class GiveTime(View):
    @once
    @call(
        name="give_time",
        scope="game:play",
        tag="seats",
        summary="Give another player more time",
        description=(
            "For whoever plays, once in each turn: a day, or in a faster game as much as `per_turn` "
            "says, for one player who is asked and has not answered. All hear of it (`time_given`, "
            "`deadlines_moved`)."
        ),
        answer=Answer(200, "Game", "The game, with the later deadline.", "Game"),
        refuses=(
            *NOT_RUNNING,
            "not_a_player",
            "seat_not_found",
            "not_yourself",
            "not_waited_for",
            "no_vote",
            "time_given",
        ),
    )
    def post(self, request: Request, game: str, seat: int) -> Response:
        body(request, _NOTHING)
        extra_time.give(game, player(request), seat)
        return Response(GameView.find(game, player(request)).whole())


class Take(View):
    @once
    @call(
        name="take_seat",
        scope="game:play",
        tag="seats",
        summary="Take a seat that is offered to me",
        description="With its score and all that its seat may see. I hear of it by `offered_to_you`.",
        answer=Answer(200, "Game", "The game as its new player sees it.", "Game"),
        refuses=(*NOT_RUNNING, "not_offered", "already_joined", *NOT_LET_IN),
    )
    def post(self, request: Request, game: str, seat: int) -> Response:
        body(request, _NOTHING)
        seats.take(game, player(request), seat)
        return Response(GameView.find(game, player(request)).whole())


class Decline(View):
    @once
    @call(
        name="decline_seat",
        scope="game:play",
        tag="seats",
        summary="Decline a seat that is offered to me",
        answer=Answer(204, None, "The seat is offered to nobody."),
        refuses=(*NOT_RUNNING, "not_offered"),
    )
    def post(self, request: Request, game: str, seat: int) -> Response:
        body(request, _NOTHING)
        seats.decline(game, player(request), seat)
        return Response(status=204)
