"""Signing up, tokens, and what is known of a player."""

from collections.abc import Iterable, Sequence
from typing import Any

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib.auth import authenticate
from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from players import sql
from players.api.leaving import end_me
from players.api.schema import PREFIX, SCHEMAS
from players.authentication import TokenEnded, found_with_caller, player, token
from players.guessing import guess, remember
from players.leaving import names
from players.models import EpochOver, Player, Token
from players.pages import addresses, second_steps, signing_up
from players.webhooks import outbox
from tideapi.db.statements import Statement
from tideapi.rest import paging
from tideapi.rest.client import address
from tideapi.rest.describe import Answer, call
from tideapi.rest.reading import Fault, Invalid, body
from tideapi.rest.refused import Refused, sandbox_only
from tideapi.rest.scopes import SCOPES
from tideapi.rest.view import View

Json = dict[str, Any]
ADDRESS_FOR = "profile:write"
"""The scope of a token to which an address is shown."""
PASSWORD_CHANGED = "account/email/password_changed"  # noqa: S105
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
        summary="Find players by the beginning of their names",
        description="In alphabetical order, for whoever has an account; capitals make no difference.",
        query={"prefix": PREFIX, **paging.QUERY},
        needs=("prefix",),
        answer=Answer(200, "PlayerPage", "Players.", "PlayerPage"),
    )
    def get(self, request: Request) -> Response:
        def show(players: Iterable[Player]) -> list[Json]:
            return [{"username": one.username, "about": one.about} for one in players]

        found = Player.beginning_with(self.query["prefix"])
        size = self.query.get("page_size")
        return paging.paged(request, found, ("name", "id"), show, size, position=NAME_IN_CURSOR)

    @call(
        name="sign_up",
        tag="players",
        summary="Sign up",
        tokenless=True,
        description=(
            "The token is shown this once; more can be had from `POST /tokens`. To an `email` a letter is "
            "sent, with a link that verifies it; until then it resets no password."
        ),
        request="PlayerRequest",
        request_example={"username": "ann", "password": "rock-pool-and-anemone"},
        answer=Answer(201, "Registration", "Signed up.", "SignedUp"),
        refuses=("username_taken", "weak_password", "busy"),
    )
    def post(self, request: Request) -> Response:
        wish = body(request, SCHEMAS["PlayerRequest"])
        if settings.TIDE_EMAIL_NEEDED and not wish.get("email"):
            raise Invalid(Fault("/email", "missing_field", "This server wants an address."))
        new = Player(username=wish["username"], email=wish.get("email", "").lower())
        _check_password(wish["password"], new, "/password")
        new.set_password(wish["password"])
        with transaction.atomic():
            made = signing_up.insert(new)
            if made is None:
                raise _username_taken()
            if names.is_kept(made.username):
                raise _username_taken()
            issued, secret = Token.issue(made, "sign-up")
            addresses.begin(_sent(request), made)
        remember(made.username, address(request))
        shown = {"username": made.username, "token": secret, "expires_at": issued.expires_at}
        return Response(shown, status=201)


class Tokens(View):
    def get_permissions(self) -> Sequence[Any]:
        return [AllowAny()] if self.request.method == "POST" else super().get_permissions()

    def perform_authentication(self, request: Request) -> None:
        if request.method != "POST":
            super().perform_authentication(request)

    @call(
        name="list_tokens",
        scope="token:write",
        tag="players",
        summary="List my tokens",
        description="Newest first; the tokens themselves are not kept and cannot be shown again.",
        query=paging.QUERY,
        answer=Answer(200, "TokenPage", "My tokens.", "TokenPage"),
    )
    def get(self, request: Request) -> Response:
        wish = self.query

        def show(tokens: Iterable[Token]) -> list[Json]:
            return [
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
                for token in tokens
            ]

        rows = Token.good().filter(player=player(request))
        return paging.paged(request, rows, ("-created_at", "-id"), show, wish.get("page_size"))

    @call(
        name="create_token",
        tag="players",
        summary="Get a token for another client",
        tokenless=True,
        request="TokenRequest",
        request_example={
            "username": "ann",
            "password": "rock-pool-and-anemone",
            "name": "telephone",
        },
        answer=Answer(201, "IssuedToken", "The token, shown this once.", "IssuedToken"),
        refuses=("wrong_credentials", "second_step_needed", "sandbox_only", "busy"),
    )
    def post(self, request: Request) -> Response:
        wish = body(request, SCHEMAS["TokenRequest"])
        known = Player.named(wish["username"]).first()
        # Checked also when nobody has the name, so that the time taken does not tell.
        username = known.username if known else wish["username"]
        found = authenticate(_sent(request), username=username, password=wish["password"])
        if not isinstance(found, Player):
            raise _wrong_credentials()
        if second_steps.needed_by(found):
            said = "This account asks for more than a password. Make a token on its page, /account/tokens/."
            raise Refused("second_step_needed", said)
        test = wish.get("test", False)
        if test and not settings.TIDE_SANDBOX:
            raise sandbox_only()
        try:
            scopes = wish.get("scopes", SCOPES)
            made, secret = Token.issue(found, wish.get("name", ""), scopes=scopes, test=test)
        except EpochOver:
            raise _wrong_credentials() from None
        shown = {
            "id": made.pk,
            "token": secret,
            "name": made.name,
            "begins": made.shown,
            "scopes": made.scopes,
            "test": made.test,
            "created_at": made.created_at,
            "expires_at": made.expires_at,
        }
        return Response(shown, status=201)


class OneToken(View):
    @call(
        name="delete_token",
        scope="token:write",
        tag="players",
        summary="Give a token up",
        answer=Answer(204, None, "The token is void from now on."),
        refuses=("token_not_found",),
    )
    def delete(self, request: Request, token: str) -> Response:
        deleted, _ = Token.good().filter(player=player(request), pk=token).delete()
        if not deleted:
            raise Refused("token_not_found", "You have no such token.")
        return Response(status=204)


class Me(View):
    @staticmethod
    def with_caller(request: HttpRequest) -> tuple[Statement, Json]:
        return sql.CALLER_WITH_ENDING, {}

    @call(
        name="get_me",
        scope="game:read",
        tag="me",
        summary="My own profile",
        answer=Answer(200, "MyProfile", "My profile.", "Me"),
    )
    def get(self, request: Request) -> Response:
        return Response(_me(request))

    @call(
        name="change_me",
        scope="profile:write",
        tag="me",
        summary="Change my profile or password",
        description=(
            "Only what is sent is changed. A new password or address needs the current password. After a "
            "new password whatever was signed in with the old one ends: every token but the one sent with "
            "this call, what waits or streams with them, and webhooks, which are disabled until they are "
            "enabled again. A new address is sent a letter with a link. It replaces one that is verified "
            "when that link was followed, and until then it is `email_pending`."
        ),
        request="MyProfileChange",
        request_example={"about": "I play slowly but surely."},
        answer=Answer(200, "MyProfile", "My profile as it is now.", "MeChanged"),
        refuses=("weak_password", "wrong_password", "busy"),
    )
    def patch(self, request: Request) -> Response:
        wish = body(request, SCHEMAS["MyProfileChange"])
        me, sent = player(request), token(request)
        if settings.TIDE_EMAIL_NEEDED and wish.get("email") == "":
            raise Invalid(Fault("/email", "too_short", "This server wants an address."))
        anew = None
        if "password" in wish or "email" in wish:
            # Counted for the token, so that a thief of one does not lock its player out.
            with guess(f"token:{request.auth.pk}") as made:
                made.right = me.check_password(wish.get("current_password", ""))
            if not made.right:
                raise Refused("wrong_password", "The current password is wrong.")
        if "password" in wish:
            as_she_will_be = Player(username=me.username, email=wish.get("email", me.email))
            _check_password(wish["password"], as_she_will_be, "/password")
            anew = make_password(wish["password"])
        change = {"about": wish.get("about"), "password": anew}
        with transaction.atomic():
            found = sql.CHANGE.row(player=me.pk, epoch=me.epoch, token=sent.pk, **change)
            if found is None:
                raise TokenEnded
            me.email, me.about, epoch = found
            if epoch != me.epoch:
                outbox.note_signed_out(me)
                get_adapter(_sent(request)).send_notification_mail(PASSWORD_CHANGED, me)
            if "email" in wish:
                addresses.change(_sent(request), me, wish["email"])
        return Response(_me(request))

    @call(
        name="end_me",
        scope="token:write",
        tag="me",
        summary="End my account",
        description=(
            "With a token from `POST /tokens` that is at most 10 minutes old. Whatever else was signed in "
            "ends at once; running games go on. At `due_at` erasing begins (`GET /me/ending` says of what). "
            "Until then `DELETE /me/ending` takes it back, with this token or after signing in again. Asked "
            "for once more it changes nothing."
        ),
        answer=Answer(202, "Ending", "My account will end.", "EndingAsked"),
        refuses=("sign_in_again",),
    )
    def delete(self, request: Request) -> Response:
        return end_me(request)


def _username_taken() -> Refused:
    return Refused("username_taken", "Somebody else has this username.")


def _wrong_credentials() -> Refused:
    return Refused("wrong_credentials", "Username and password do not fit.")


def _sent(request: Request) -> HttpRequest:
    """The request as it came to Django."""
    return request._request  # noqa: SLF001  DRF has no public name for it.


def _me(request: Request) -> Json:
    """Her profile; her address only for a token that may change it."""
    me = player(request)
    shown = addresses.known(me) if ADDRESS_FOR in token(request).scopes else None
    asked_at, due_at = found_with_caller(request) or (None, None)
    return {
        "username": me.username,
        "email": shown and shown.email,
        "email_verified": shown and shown.verified,
        "email_pending": shown and shown.pending,
        "about": me.about,
        "joined_at": me.date_joined,
        "ending": asked_at and {"asked_at": asked_at, "due_at": due_at},
    }


def _check_password(password: str, player: Player, pointer: str) -> None:
    try:
        validate_password(password, player)
    except ValidationError as error:
        faults = [Fault(pointer, "weak_password", message) for message in error.messages]
        raise Invalid(*faults) from error
