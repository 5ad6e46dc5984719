"""Signing up, and finding players."""

from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from common.rest import paging
from common.rest.client import client_address
from common.rest.errors import Fault, invalid_body
from common.rest.responses import LOCATION, created_response, problems, typed_response
from common.rest.view import PagedView
from players import accounts
from players.accounts import refuse_weak
from players.api import shapes
from players.api.own_profile import TokenlessPost, sent, show_registration
from players.api.serializers import PlayerListQuery, PlayerRequest
from players.authentication import player
from players.door import check_door
from players.idempotency import make_idempotent
from players.login_throttle import remember_sign_in
from players.models import Player, Token
from players.pages import addresses
from players.relations import Relation, relations_to

NAME_IN_CURSOR = "[a-z0-9_-]{2,30}"
"""What the place in a list of players looks like."""


class Players(TokenlessPost, PagedView):
    required_scopes = {"GET": ["game:read"]}
    ordering = ("name", "id")
    place = NAME_IN_CURSOR
    query_serializer_class = PlayerListQuery
    serializer_class = PlayerRequest

    @extend_schema(
        operation_id="list_players",
        tags=["players"],
        responses={
            200: typed_response(shapes.PlayerPage, "The players.", "PlayerPage"),
        },
    )
    def get(self, request: Request) -> Response:
        """Find players by name.

        Finds players by the beginning of their usernames (`prefix`, guests left out), or by up to 100 whole
        usernames (`username=ann&username=bob`), in alphabetical order and without regard to case. A username
        that no player has is left out, and without either parameter the list is empty. The caller needs an
        account.
        """
        query = PlayerListQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        names = query.validated_data.get("username", ())
        self.page_size = len(names) or paging.DEFAULT_PAGE_SIZE
        some = self.paginate_queryset(_find_players(query.validated_data))
        relations = relations_to(player(request), some)
        return self.get_paginated_response([_summary(one, relations.get(one.pk)) for one in some])

    @make_idempotent
    @extend_schema(
        operation_id="create_player",
        tags=["players"],
        parameters=[LOCATION],
        responses={
            201: typed_response(
                shapes.Registration, "The account, with its first token.", "SignedUp"
            ),
            **problems(
                *("username_taken", "username_reserved", "weak_password", "busy"),
                *("sign_up_closed", "code_needed", "code_invalid"),
            ),
        },
    )
    def post(self, request: Request) -> Response:
        """Create a player account.

        Creates an account. The token is shown only once; `POST /me/tokens` creates more.
        """
        body = PlayerRequest(data=request.data)
        body.is_valid(raise_exception=True)
        data = body.validated_data
        if settings.TIDE_EMAIL_REQUIRED and not data.get("email"):
            raise invalid_body(Fault("/email", "missing_field", "This server wants an address."))
        code = data.get("code", "")
        check_door(code)
        new = Player(username=data["username"], email=data.get("email", ""))
        refuse_weak(data["password"], new, "/password")
        new.set_password(data["password"])
        with transaction.atomic():
            made = accounts.insert_player(new, code)
            first, secret = Token.objects.issue(made, "sign-up")
            addresses.begin_address(sent(request), made)
        remember_sign_in(made.username, client_address(request))
        request.user = made
        shown = show_registration(made, first, secret)
        return created_response(shown, "games:player-detail", made.username)


def _find_players(wanted: dict[str, Any]) -> "QuerySet[Player]":
    """Return the players that a query names; none, if it names none."""
    named = Player.objects.with_usernames(wanted.get("username", ()))
    if "prefix" not in wanted:
        return named
    found = Player.objects.beginning_with(wanted["prefix"])
    return found.filter(pk__in=named.values("pk")) if "username" in wanted else found


def _summary(one: Player, relation: Relation | None) -> shapes.PlayerSummary:
    return {
        "username": one.username,
        "account": one.kind,
        "avatar": one.shown_avatar,
        "relation": relation,
        "about": one.about if "about" in one.shows else None,
    }
