"""Tokens: had for a password, listed, given up."""

from django.contrib.auth import authenticate
from django.utils.translation import gettext
from rest_framework.request import Request
from rest_framework.response import Response

from common.rest import paging
from common.rest.describe import SuccessAnswer, call
from common.rest.errors import ApiError
from common.rest.scopes import SCOPES
from common.rest.view import PagedView, View
from players.api import shapes
from players.api.own_profile import issued, sent
from players.api.serializers import TokenRequest
from players.authentication import player
from players.idempotency import make_idempotent
from players.models import EpochOver, Player, Token
from players.pages import second_steps
from players.sandbox import refuse_outside


class Tokens(PagedView):
    ordering = ("-created_at", "-id")
    serializer_class = TokenRequest

    @call(
        name="list_tokens",
        scope="token:write",
        tag="players",
        summary="List my tokens",
        description=(
            "Returns the caller's tokens, newest first, without their secrets, which the server does not "
            "keep."
        ),
        answer=SuccessAnswer(200, "TokenPage", "The tokens.", "TokenPage"),
    )
    def get(self, request: Request) -> Response:
        paging.PageQuery(data=request.query_params).is_valid(raise_exception=True)
        rows = Token.objects.good().filter(player=player(request))
        shown: list[shapes.TokenBody] = [
            {
                "id": token.pk,
                "name": token.name,
                "begins": token.shown,
                "scopes": token.scopes,
                "test": token.test,
                "current": token.pk == request.auth.pk,
                "created_at": token.created_at,
                "expires_at": token.expires_at,
                "last_used_at": token.last_used_at,
            }
            for token in self.paginate_queryset(rows)
        ]
        return self.get_paginated_response(shown)

    @make_idempotent
    @call(
        name="create_token",
        tag="players",
        summary="Create a token",
        description="Creates a token for a client, by username and password.",
        tokenless=True,
        request_example={
            "username": "ann",
            "password": "rock-pool-and-anemone",
            "name": "telephone",
        },
        answer=SuccessAnswer(201, "IssuedToken", "The token, shown only once.", "IssuedToken"),
        refuses=("wrong_credentials", "second_step_needed", "sandbox_only", "busy"),
    )
    def post(self, request: Request) -> Response:
        body = TokenRequest(data=request.data)
        body.is_valid(raise_exception=True)
        data = body.validated_data
        found = authenticate(sent(request), username=data["username"], password=data["password"])
        if not isinstance(found, Player):
            raise _wrong_credentials()
        if second_steps.needed_by(found):
            message = gettext(
                "This account asks for more than a password. Make a token on its page, /account/tokens/."
            )
            raise ApiError("second_step_needed", message)
        test = data.get("test", False)
        if test:
            refuse_outside()
        try:
            scopes = data.get("scopes", SCOPES)
            made, secret = Token.objects.issue(
                found, data.get("name", ""), scopes=scopes, test=test
            )
        except EpochOver:
            raise _wrong_credentials() from None
        request.user = found
        return Response(issued(made, secret), status=201)


class OneToken(View):
    @call(
        name="delete_token",
        scope="token:write",
        tag="players",
        summary="Delete a token",
        description="Deletes one of the caller's tokens, which is void at once.",
        answer=SuccessAnswer(204, None, "The token is void."),
        refuses=("token_not_found",),
    )
    def delete(self, request: Request, token: str) -> Response:
        deleted, _ = Token.objects.good().filter(player=player(request), pk=token).delete()
        if not deleted:
            raise ApiError("token_not_found", "You have no such token.")
        return Response(status=204)


def _wrong_credentials() -> ApiError:
    return ApiError("wrong_credentials", "Username and password do not fit.")
