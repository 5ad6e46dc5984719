"""Signing up, and finding players."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.conf import settings
from django.db import transaction
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from players import account_fields, signing_up
from players.api.parts import sent
from players.api.schema import PREFIX, SCHEMAS
from players.guessing import remember
from players.models import Player, Token
from players.pages import addresses
from players.passwords import refuse_weak
from tideapi.rest import paging
from tideapi.rest.client import address
from tideapi.rest.describe import Answer, call
from tideapi.rest.errors import Fault, invalid_body
from tideapi.rest.reading import body
from tideapi.rest.view import View

Json = dict[str, Any]
NAME_IN_CURSOR = "[a-z0-9_-]{2,30}"
"""What the place in a list of players looks like."""


class Players(View):
    def get_permissions(self) -> Sequence[Any]:
        return [AllowAny()] if self.request.method == "POST" else super().get_permissions()

    def perform_authentication(self, request: Request) -> None:
        if request.method != "POST":
            super().perform_authentication(request)

    @call(
        name="list_players",
        scope="game:read",
        tag="players",
        summary="Find players by name",
        description=(
            "Finds players by the beginning of their usernames, in alphabetical order and without regard to "
            "case. Guests are left out. The caller needs an account."
        ),
        query={"prefix": PREFIX, **paging.QUERY},
        needs=("prefix",),
        answer=Answer(200, "PlayerPage", "The players.", "PlayerPage"),
    )
    def get(self, request: Request) -> Response:
        def show(players: Iterable[Player]) -> list[Json]:
            return [_summary(one) for one in players]

        found = Player.beginning_with(self.query["prefix"])
        size = self.query.get("page_size")
        return paging.paged(request, found, ("name", "id"), show, size, position=NAME_IN_CURSOR)

    @call(
        name="create_player",
        tag="players",
        summary="Create a player account",
        tokenless=True,
        description="Creates an account. The token is shown only once; `POST /tokens` creates more.",
        request="PlayerRequest",
        request_example={"username": "ann", "password": "rock-pool-and-anemone"},
        answer=Answer(201, "Registration", "The account, with its first token.", "SignedUp"),
        refuses=("username_taken", "username_reserved", "weak_password", "busy"),
    )
    def post(self, request: Request) -> Response:
        wish = account_fields.trim_spaces(body(request, SCHEMAS["PlayerRequest"]))
        if settings.TIDE_EMAIL_NEEDED and not wish.get("email"):
            raise invalid_body(Fault("/email", "missing_field", "This server wants an address."))
        new = Player(username=wish["username"], email=wish.get("email", ""))
        refuse_weak(wish["password"], new, "/password")
        new.set_password(wish["password"])
        with transaction.atomic():
            made = signing_up.insert(new)
            first, secret = Token.issue(made, "sign-up")
            addresses.begin(sent(request), made)
        remember(made.username, address(request))
        shown = {"username": made.username, "token": secret, "expires_at": first.expires_at}
        return Response(shown, status=201)


def _summary(player: Player) -> Json:
    about = player.about if "about" in player.shows else None
    return {"username": player.username, "account": player.kind, "about": about}
