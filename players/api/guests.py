"""Playing without an account of one's own, and making it one's own."""

from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.http import HttpRequest
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from common.rest.client import client_address
from common.rest.responses import LOCATION, created_response, problems, typed_response
from players import guests
from players.accounts import refuse_weak
from players.api.own_profile import OwnProfileView, TokenlessPost, sent, show_registration
from players.api.serializers import ClaimRequest, GuestRequest
from players.api.shapes import MyProfile, Registration
from players.authentication import player, token
from players.idempotency import make_idempotent
from players.login_throttle import remember_sign_in
from players.models import Player, Token
from players.pages import addresses


class Guests(TokenlessPost):
    serializer_class = GuestRequest

    @make_idempotent
    @extend_schema(
        operation_id="create_guest",
        tags=["players"],
        parameters=[LOCATION],
        responses={
            201: typed_response(Registration, "The guest account.", "GuestWelcomed"),
            **problems("no_guests", "code_needed", "code_invalid"),
        },
    )
    def post(self, request: Request) -> Response:
        """Create a guest account.

        Creates an account with a username by the server and no password, for a first game. The token, shown
        only once, is the only key to it. `POST /me/claim` turns it into a full account with all its games.
        The server deletes a guest who stays away for 30 days, unless its operator has set another time; bots
        play on in the guest's seats.
        """
        body = GuestRequest(data=request.data)
        body.is_valid(raise_exception=True)
        guest, issued, secret = guests.create_guest(body.validated_data.get("code", ""))
        request.user = guest
        shown = show_registration(guest, issued, secret)
        return created_response(shown, "games:player-detail", guest.username)


class Claim(OwnProfileView):
    required_scopes = ["token:write"]
    serializer_class = ClaimRequest

    @make_idempotent
    @extend_schema(
        operation_id="claim_account",
        tags=["page"],
        responses={
            200: typed_response(MyProfile, "The changed profile.", "Me"),
            **problems(
                *("not_a_guest", "username_taken", "username_reserved", "weak_password", "busy"),
                *("sign_up_closed", "code_needed", "code_invalid"),
            ),
        },
    )
    def post(self, request: Request) -> Response:
        """Claim my guest account.

        Turns the caller's guest account into a full one by a username and a password. Everything stays:
        games, receivers, feed addresses, and the token of this request.
        """
        body = ClaimRequest(data=request.data)
        body.is_valid(raise_exception=True)
        make_own(sent(request), player(request), token(request), body.validated_data)
        return Response(self.shown(request))


def make_own(
    request: HttpRequest, guest: Player, token: Token | None, data: dict[str, Any]
) -> None:
    """Make a guest's account a person's, as they wish it. Raises `ApiError`, `TokenEnded`."""
    username, email = data["username"], data.get("email", "")
    refuse_weak(data["password"], Player(username=username, email=email), "/password")
    hashed = make_password(data["password"])
    with transaction.atomic():
        guests.claim_account(guest, token, username, hashed, email, data.get("code", ""))
        addresses.begin_address(request, guest)
    remember_sign_in(username, client_address(request))
