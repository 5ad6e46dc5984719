"""Playing without an account of one's own, and making it one's own."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.http import HttpRequest
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from players import account_fields, guests
from players.api.parts import Json, ShowsMe, sent
from players.api.schema import SCHEMAS
from players.authentication import player, token
from players.guessing import remember
from players.idempotency import once
from players.models import Player, Token
from players.pages import addresses
from players.passwords import refuse_weak
from tideapi.rest.client import address
from tideapi.rest.describe import Answer, call
from tideapi.rest.reading import body
from tideapi.rest.schemas import closed
from tideapi.rest.view import View

_NOTHING = closed({})


class Guests(View):
    def get_permissions(self) -> Sequence[Any]:
        return [AllowAny()]

    def perform_authentication(self, request: Request) -> None:
        """No token is looked at."""

    @call(
        name="play_as_guest",
        tag="players",
        summary="Play as a guest",
        tokenless=True,
        description=(
            "An account without a name and a password of one's own, for a first game. The token, shown "
            "this once, is all that leads to it. `POST /me/claim` makes it an account like any other, games "
            "and all; a guest who stays away for so many days (30 unless this server has another number) is "
            "forgotten, and bots play on in her seats."
        ),
        answer=Answer(201, "Registration", "The guest's account.", "GuestWelcomed"),
        refuses=("no_guests",),
    )
    def post(self, request: Request) -> Response:
        body(request, _NOTHING)
        guest, issued, secret = guests.welcome()
        shown = {"username": guest.username, "token": secret, "expires_at": issued.expires_at}
        return Response(shown, status=201)


class Claim(ShowsMe):
    @once
    @call(
        name="claim_account",
        scope="token:write",
        tag="me",
        summary="Make my guest's account my own",
        description=(
            "With a name and a password it is an account like any other. Everything stays: the games, "
            "where I am told of them, my private addresses, and the token that is sent."
        ),
        request="ClaimRequest",
        request_example={"username": "ann", "password": "rock-pool-and-anemone"},
        answer=Answer(200, "MyProfile", "My profile as it is now.", "Me"),
        refuses=("not_a_guest", "username_taken", "username_reserved", "weak_password", "busy"),
    )
    def post(self, request: Request) -> Response:
        wish = body(request, SCHEMAS["ClaimRequest"])
        make_own(sent(request), player(request), token(request), wish)
        return Response(self.shown(request))


def make_own(request: HttpRequest, guest: Player, token: Token | None, wish: Json) -> None:
    """Make a guest's account a person's, as they wish it. Raises `ApiError`, `TokenEnded`."""
    wish = account_fields.trim_spaces(wish)
    username, email = wish["username"], wish.get("email", "")
    refuse_weak(wish["password"], Player(username=username, email=email), "/password")
    hashed = make_password(wish["password"])
    with transaction.atomic():
        guests.claim(guest, token, username, hashed, email)
        addresses.begin(request, guest)
    remember(username, address(request))
