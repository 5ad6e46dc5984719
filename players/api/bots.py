"""Accounts for bots, each owned by a person."""

from rest_framework.request import Request
from rest_framework.response import Response

from common.rest.describe import SuccessAnswer, call
from common.rest.view import View
from players import bots
from players.api import shapes
from players.api.own_profile import issued, show_registration
from players.api.serializers import BotAccountRequest, BotTokenRequest
from players.authentication import TokenEnded, player
from players.idempotency import make_idempotent
from players.models import EpochOver
from players.sandbox import refuse_outside


class Bots(View):
    serializer_class = BotAccountRequest

    @call(
        name="list_my_bots",
        scope="token:write",
        tag="me",
        summary="List my bot accounts",
        description="Returns the bot accounts that belong to the caller.",
        answer=SuccessAnswer(200, "BotAccountList", "The bot accounts.", "BotAccountList"),
    )
    def get(self, request: Request) -> Response:
        mine = bots.bots_of(player(request)).order_by("date_joined", "pk")
        shown: shapes.BotAccountList = {
            "results": [{"username": one.username, "created_at": one.date_joined} for one in mine]
        }
        return Response(shown)

    @make_idempotent
    @call(
        name="create_bot",
        scope="token:write",
        tag="me",
        summary="Create a bot account",
        description=(
            "Creates an account for a bot, with a username of its own and marked as a bot for everyone. It "
            "has no password, only tokens that its owner creates; the answer holds the first, shown only "
            "once. A bot's tokens end with its owner's: after a change of password the owner creates new "
            "ones."
        ),
        request_example={"username": "anns-engine"},
        answer=SuccessAnswer(201, "Registration", "The bot account.", "BotMade"),
        refuses=(
            "username_taken",
            "username_reserved",
            "too_many_bot_accounts",
            "not_for_guests",
            "not_for_bots",
        ),
    )
    def post(self, request: Request) -> Response:
        body = BotAccountRequest(data=request.data)
        body.is_valid(raise_exception=True)
        bot, made, secret = bots.create_bot(player(request), body.validated_data["username"])
        return Response(show_registration(bot, made, secret), status=201)


class OneBot(View):
    @call(
        name="delete_bot",
        scope="token:write",
        tag="me",
        summary="Delete my bot account",
        description=(
            "Closes a bot account and voids its tokens. Games that it has played call it `deleted-…` from "
            "now on, and its seats are resigned a little later."
        ),
        answer=SuccessAnswer(204, None, "The account is closed."),
        refuses=("bot_account_not_found",),
    )
    def delete(self, request: Request, username: str) -> Response:
        bots.give_up(player(request), username)
        return Response(status=204)


class BotTokens(View):
    serializer_class = BotTokenRequest

    @make_idempotent
    @call(
        name="create_bot_token",
        scope="token:write",
        tag="me",
        summary="Create a bot token",
        description="Creates a token for one of the caller's bots.",
        request_example={"name": "the machine at home", "scopes": ["game:read", "game:play"]},
        answer=SuccessAnswer(201, "IssuedToken", "The token, shown only once.", "IssuedToken"),
        refuses=("bot_account_not_found", "sandbox_only"),
    )
    def post(self, request: Request, username: str) -> Response:
        body = BotTokenRequest(data=request.data)
        body.is_valid(raise_exception=True)
        wanted = body.validated_data
        name, scopes = wanted.get("name", ""), wanted.get("scopes", bots.MAY)
        test = wanted.get("test", False)
        if test:
            refuse_outside()
        try:
            made, secret = bots.issue_token(player(request), username, name, scopes, test=test)
        except EpochOver:
            raise TokenEnded from None
        return Response(issued(made, secret), status=201)
