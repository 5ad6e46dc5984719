"""Tokens: had for a password, listed, given up."""

from django.contrib.auth import authenticate
from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from common.rest import paging
from common.rest.errors import ApiError
from common.rest.responses import LOCATION, created_response, problems, typed_response
from common.rest.scopes import SCOPES
from common.rest.view import PagedViewSet
from players.api import shapes
from players.api.own_profile import TokenlessPost, issued, sent
from players.api.serializers import TokenRequest
from players.authentication import player, token
from players.idempotency import make_idempotent
from players.models import EpochOver, Player, Token
from players.pages import second_steps
from players.sandbox import refuse_outside
from players.suspension import refuse_suspended


class Tokens(TokenlessPost, PagedViewSet):
    required_scopes = {"GET": ["token:write"], "DELETE": ["token:write"]}
    ordering = ("-created_at", "-id")
    serializer_classes = {"create": TokenRequest}
    lookup_url_kwarg = "token"
    lookup_value_converter = "id"

    @extend_schema(
        operation_id="list_tokens",
        tags=["players"],
        responses={
            200: typed_response(paging.PageBody[shapes.TokenBody], "The tokens.", "TokenPage"),
        },
    )
    def list(self, request: Request) -> Response:
        """List my tokens.

        Returns the caller's tokens, newest first, without their secrets, which the server does not keep.
        """
        paging.PageQuery(data=request.query_params).is_valid(raise_exception=True)
        rows, current = Token.objects.good().filter(player=player(request)), token(request).pk
        shown: list[shapes.TokenBody] = [
            {
                "id": one.pk,
                "name": one.name,
                "begins": one.shown,
                "scopes": one.scopes,
                "test": one.test,
                "current": one.pk == current,
                "created_at": one.created_at,
                "expires_at": one.expires_at,
                "last_used_at": one.last_used_at,
            }
            for one in self.paginate_queryset(rows)
        ]
        return self.get_paginated_response(shown)

    @make_idempotent
    @extend_schema(
        operation_id="create_token",
        tags=["players"],
        parameters=[LOCATION],
        responses={
            201: typed_response(shapes.IssuedToken, "The token, shown only once.", "IssuedToken"),
            **problems(
                "wrong_credentials",
                "second_step_needed",
                "account_suspended",
                "sandbox_only",
                "busy",
            ),
        },
    )
    def create(self, request: Request) -> Response:
        """Create a token.

        Creates a token for a client, by username and password.
        """
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
        refuse_suspended(found)
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
        return created_response(issued(made, secret), "players:me-token-detail", made.pk)

    @extend_schema(
        operation_id="delete_token",
        tags=["players"],
        responses={
            204: OpenApiResponse(description="The token is void."),
            **problems("token_not_found"),
        },
    )
    def destroy(self, request: Request, token: str) -> Response:
        """Delete a token.

        Deletes one of the caller's tokens, which is void at once.
        """
        deleted, _ = Token.objects.good().filter(player=player(request), pk=token).delete()
        if not deleted:
            raise ApiError("token_not_found", "You have no such token.")
        return Response(status=204)


def _wrong_credentials() -> ApiError:
    return ApiError("wrong_credentials", "Username and password do not fit.")
