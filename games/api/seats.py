"""Resigning a seat, returning to it, and offering it to another player."""

from rest_framework.request import Request
from rest_framework.response import Response

from common.rest.describe import SuccessAnswer, call
from common.rest.view import View
from games.api.games import NOT_LET_IN
from games.api.serializers import OfferRequest
from games.api.turns import NOT_RUNNING
from games.lobby import extra_time, seats
from games.visibility.game_view import GameView
from players.authentication import player
from players.idempotency import make_idempotent

GAME_NOT_RUNNING = ("game_not_found", *NOT_RUNNING)


class Resign(View):
    @make_idempotent
    @call(
        name="resign_game",
        scope="game:play",
        tag="seats",
        summary="Resign my seat",
        description=(
            "Resigns the caller's seat. A bot plays on, and the host may offer the seat to another player. "
            "An answer sealed in the open turn stays sealed; the standing order is deleted. When no player "
            "is left, the game is cancelled."
        ),
        answer=SuccessAnswer(204, None, "The seat is vacant."),
        refuses=(*GAME_NOT_RUNNING, "not_a_player"),
    )
    def post(self, request: Request, game: str) -> Response:
        seats.resign_seat(game, player(request))
        return Response(status=204)


class Return(View):
    @make_idempotent
    @call(
        name="reclaim_seat",
        scope="game:play",
        tag="seats",
        summary="Reclaim my seat",
        description=(
            "Gives the seat back to the caller after a bot has played for it. Answering the open turn "
            "does the same."
        ),
        answer=SuccessAnswer(200, "Game", "The game, with the caller in it.", "Game"),
        refuses=(*GAME_NOT_RUNNING, "not_a_player", "not_away"),
    )
    def post(self, request: Request, game: str) -> Response:
        seats.reclaim_seat(game, player(request))
        return Response(GameView.load(game, player(request)).get_game())


class OfferSeat(View):
    serializer_class = OfferRequest

    @call(
        name="offer_seat",
        scope="game:play",
        tag="seats",
        summary="Offer a vacant seat",
        description=(
            "Offers a vacant seat to another player. Only the host may do this. A seat is vacant while a bot "
            "plays for an absent or resigned player; an absent player may return until another player has "
            "taken the seat. A new offer replaces the earlier one."
        ),
        request_example={"player": "dan"},
        answer=SuccessAnswer(200, "Game", "The game.", "Game"),
        refuses=(
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
    )
    def put(self, request: Request, game: str, seat: int) -> Response:
        body = OfferRequest(data=request.data)
        body.is_valid(raise_exception=True)
        seats.offer_seat(game, player(request), seat, body.validated_data["player"])
        return Response(GameView.load(game, player(request)).get_game())

    @call(
        name="withdraw_offer",
        scope="game:play",
        tag="seats",
        summary="Withdraw a seat offer",
        description="Withdraws the offer of a seat. Only the host may do this.",
        answer=SuccessAnswer(204, None, "The seat is no longer offered."),
        refuses=(
            *GAME_NOT_RUNNING,
            "not_a_player",
            "not_host",
            "seat_not_found",
            "seat_not_vacant",
            "no_offer",
        ),
    )
    def delete(self, request: Request, game: str, seat: int) -> Response:
        seats.offer_seat(game, player(request), seat, None)
        return Response(status=204)


class GiveTime(View):
    @make_idempotent
    @call(
        name="extend_deadline",
        scope="game:play",
        tag="seats",
        summary="Extend another player's deadline",
        description=(
            "Extends the deadline of one player who has not answered: by a day, or by `per_turn` in a faster "
            "game. Each player of the game may do this once a turn. All players hear of it (`time_given`, "
            "`deadlines_moved`)."
        ),
        answer=SuccessAnswer(200, "Game", "The game, with the later deadline.", "Game"),
        refuses=(
            *GAME_NOT_RUNNING,
            "not_a_player",
            "seat_not_found",
            "not_yourself",
            "not_waited_for",
            "no_vote",
            "time_given",
        ),
    )
    def post(self, request: Request, game: str, seat: int) -> Response:
        extra_time.extend_deadline(game, player(request), seat)
        return Response(GameView.load(game, player(request)).get_game())


class TakeSeat(View):
    @make_idempotent
    @call(
        name="accept_seat",
        scope="game:play",
        tag="seats",
        summary="Accept an offered seat",
        description=(
            "Takes a seat that was offered to the caller (`offered_to_you`), with its score and everything "
            "the seat may see."
        ),
        answer=SuccessAnswer(200, "Game", "The game as its new player sees it.", "Game"),
        refuses=(*GAME_NOT_RUNNING, "not_offered", "already_joined", *NOT_LET_IN),
    )
    def post(self, request: Request, game: str, seat: int) -> Response:
        seats.accept_seat(game, player(request), seat)
        return Response(GameView.load(game, player(request)).get_game())


class DeclineSeat(View):
    @make_idempotent
    @call(
        name="decline_seat",
        scope="game:play",
        tag="seats",
        summary="Decline an offered seat",
        description="Declines a seat that was offered to the caller.",
        answer=SuccessAnswer(204, None, "The seat is no longer offered."),
        refuses=(*GAME_NOT_RUNNING, "not_offered"),
    )
    def post(self, request: Request, game: str, seat: int) -> Response:
        seats.decline_seat(game, player(request), seat)
        return Response(status=204)
