"""Resigning a seat, returning to it, and offering it to another player."""

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from common.rest.responses import problems, typed_response
from common.rest.view import View
from games.api.games import NOT_LET_IN
from games.api.moves import GameMove
from games.api.serializers import OfferRequest
from games.api.turns import NOT_RUNNING
from games.lobby import extra_time, seats
from games.shapes.games import GameBody, SeatOffer
from games.visibility.game_view import GameView
from players.authentication import player
from players.idempotency import make_idempotent

GAME_NOT_RUNNING = ("game_not_found", *NOT_RUNNING)


class Resign(View):
    required_scopes = ["game:play"]

    @make_idempotent
    @extend_schema(
        operation_id="resign_game",
        tags=["seats"],
        responses={
            204: OpenApiResponse(description="The seat is vacant."),
            **problems(*GAME_NOT_RUNNING, "not_a_player"),
        },
    )
    def post(self, request: Request, game: str) -> Response:
        """Resign my seat.

        Resigns the caller's seat. A bot plays on, and the host may offer the seat to another player. An
        answer sealed in the open turn stays sealed; the standing order is deleted. When no player is left,
        the game is cancelled.
        """
        seats.resign_seat(game, player(request))
        return Response(status=204)


class Reclaim(GameMove):
    required_scopes = ["game:play"]

    @make_idempotent
    @extend_schema(
        operation_id="reclaim_seat",
        tags=["seats"],
        responses={
            200: typed_response(GameBody, "The game, with the caller in it.", "Game"),
            **problems(*GAME_NOT_RUNNING, "not_a_player", "not_away"),
        },
    )
    def post(self, request: Request, game: str) -> Response:
        """Reclaim my seat.

        Gives the seat back to the caller after a bot has played for it. Answering the open turn does the
        same.
        """
        seats.reclaim_seat(game, player(request))
        return self.show_game(game)


class OfferSeat(GameMove):
    required_scopes = {
        "GET": ["game:read"],
        "PUT": ["game:play"],
        "DELETE": ["game:play"],
    }
    serializer_class = OfferRequest

    @extend_schema(
        operation_id="get_offer",
        tags=["seats"],
        responses={
            200: typed_response(SeatOffer, "The offer.", "SeatOffer"),
            **problems("game_not_found", "seat_not_found", "no_offer"),
        },
    )
    def get(self, request: Request, game: str, seat: int) -> Response:
        """Get a seat offer.

        Returns the offer of a seat, which `offered_to` of the seat shows too.
        """
        return Response(GameView.load(game, player(request)).get_offer(seat))

    @extend_schema(
        operation_id="offer_seat",
        tags=["seats"],
        responses={
            200: typed_response(GameBody, "The game.", "Game"),
            **problems(
                *GAME_NOT_RUNNING,
                "not_a_player",
                "not_host",
                "seat_not_found",
                "seat_not_vacant",
                "unknown_player",
                "already_joined",
                "player_blocked",
                "too_many_changes",
            ),
        },
    )
    def put(self, request: Request, game: str, seat: int) -> Response:
        """Offer a vacant seat.

        Offers a vacant seat to another player. Only the host may do this. A seat is vacant while a bot plays
        for an absent or resigned player; an absent player may return until another player has taken the seat.
        A new offer replaces the earlier one.
        """
        body = OfferRequest(data=request.data)
        body.is_valid(raise_exception=True)
        seats.offer_seat(game, player(request), seat, body.validated_data["player"])
        return self.show_game(game)

    @extend_schema(
        operation_id="withdraw_offer",
        tags=["seats"],
        responses={
            204: OpenApiResponse(description="The seat is no longer offered."),
            **problems(
                *GAME_NOT_RUNNING,
                "not_a_player",
                "not_host",
                "seat_not_found",
                "seat_not_vacant",
                "no_offer",
            ),
        },
    )
    def delete(self, request: Request, game: str, seat: int) -> Response:
        """Withdraw a seat offer.

        Withdraws the offer of a seat. Only the host may do this.
        """
        seats.offer_seat(game, player(request), seat, None)
        return Response(status=204)


class Extension(GameMove):
    required_scopes = ["game:play"]

    @make_idempotent
    @extend_schema(
        operation_id="extend_deadline",
        tags=["seats"],
        responses={
            200: typed_response(GameBody, "The game, with the later deadline.", "Game"),
            **problems(
                *GAME_NOT_RUNNING,
                "not_a_player",
                "seat_not_found",
                "not_yourself",
                "not_waited_for",
                "no_vote",
                "time_given",
            ),
        },
    )
    def post(self, request: Request, game: str, seat: int) -> Response:
        """Extend another player's deadline.

        Extends the deadline of one player who has not answered: by a day, or by `per_turn` in a faster game.
        Each player of the game may do this once a turn. All players hear of it (`time_given`,
        `deadlines_moved`).
        """
        extra_time.extend_deadline(game, player(request), seat)
        return self.show_game(game)


class AcceptSeat(GameMove):
    required_scopes = ["game:play"]

    @make_idempotent
    @extend_schema(
        operation_id="accept_seat",
        tags=["seats"],
        responses={
            200: typed_response(GameBody, "The game as its new player sees it.", "Game"),
            **problems(*GAME_NOT_RUNNING, "not_offered", "already_joined", *NOT_LET_IN),
        },
    )
    def post(self, request: Request, game: str, seat: int) -> Response:
        """Accept an offered seat.

        Takes a seat that was offered to the caller (`offered_to_you`), with its score and everything the seat
        may see.
        """
        seats.accept_seat(game, player(request), seat)
        return self.show_game(game)


class DeclineSeat(View):
    required_scopes = ["game:play"]

    @make_idempotent
    @extend_schema(
        operation_id="decline_seat",
        tags=["seats"],
        responses={
            204: OpenApiResponse(description="The seat is no longer offered."),
            **problems(*GAME_NOT_RUNNING, "not_offered"),
        },
    )
    def post(self, request: Request, game: str, seat: int) -> Response:
        """Decline an offered seat.

        Declines a seat that was offered to the caller.
        """
        seats.decline_seat(game, player(request), seat)
        return Response(status=204)
