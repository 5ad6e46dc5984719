"""Accounts for bots, each owned by a person."""

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from common.rest.paging import PageBody, whole_page
from common.rest.responses import LOCATION, created_response, problems, typed_response
from common.rest.view import ViewSet
from players import bots
from players.api import shapes
from players.api.own_profile import issued, show_registration
from players.api.serializers import BotAccountRequest, BotTokenRequest
from players.authentication import TokenEnded, player
from players.idempotency import make_idempotent
from players.models import EpochOver
from players.sandbox import refuse_outside


class Bots(ViewSet):
    required_scopes = ["token:write"]
    serializer_classes = {"create": BotAccountRequest, "tokens": BotTokenRequest}
    lookup_url_kwarg = "username"
    lookup_value_converter = "id"

    @extend_schema(
        operation_id="list_my_bots",
        tags=["me"],
        responses={
            200: typed_response(
                PageBody[shapes.BotAccount], "All bot accounts on one page.", "BotAccountPage"
            ),
        },
    )
    def list(self, request: Request) -> Response:
        """List my bot accounts.

        Returns the bot accounts that belong to the caller.
        """
        mine = bots.bots_of(player(request)).order_by("date_joined", "pk")
        shown: list[shapes.BotAccount] = [
            {"username": one.username, "created_at": one.date_joined} for one in mine
        ]
        return Response(whole_page(shown))

    @make_idempotent
    @extend_schema(
        operation_id="create_bot",
        tags=["me"],
        parameters=[LOCATION],
        responses={
            201: typed_response(shapes.Registration, "The bot account.", "BotMade"),
            **problems(
                "username_taken",
                "username_reserved",
                "too_many_bot_accounts",
                "not_for_guests",
                "not_for_bots",
            ),
        },
    )
    def create(self, request: Request) -> Response:
        """Create a bot account.

        Creates an account for a bot, with a username of its own and marked as a bot for everyone. It has no
        password, only tokens that its owner creates; the answer holds the first, shown only once. A bot's
        tokens end with its owner's: after a change of password the owner creates new ones.
        """
        body = BotAccountRequest(data=request.data)
        body.is_valid(raise_exception=True)
        bot, made, secret = bots.create_bot(player(request), body.validated_data["username"])
        shown = show_registration(bot, made, secret)
        return created_response(shown, "players:me-bot-detail", bot.username)

    @extend_schema(
        operation_id="delete_bot",
        tags=["me"],
        responses={
            204: OpenApiResponse(description="The account is closed."),
            **problems("bot_account_not_found"),
        },
    )
    def destroy(self, request: Request, username: str) -> Response:
        """Delete my bot account.

        Closes a bot account and voids its tokens. Games that it has played call it `deleted-…` from now on,
        and its seats are resigned a little later.
        """
        bots.give_up(player(request), username)
        return Response(status=204)

    @extend_schema(
        operation_id="create_bot_token",
        tags=["me"],
        responses={
            201: typed_response(shapes.IssuedToken, "The token, shown only once.", "IssuedToken"),
            **problems("bot_account_not_found", "sandbox_only"),
        },
    )
    @action(detail=True, methods=["post"])
    @make_idempotent
    def tokens(self, request: Request, username: str) -> Response:
        """Create a bot token.

        Creates a token for one of the caller's bots.
        """
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
