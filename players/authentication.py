"""Who is calling: `Authorization: Bearer <token>` (RFC 6750)."""

from datetime import timedelta

from django.http import HttpRequest
from django.utils import timezone
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from players import sql
from players.models import Player, Token, digest

USED_EVERY = timedelta(hours=1)
"""How exactly `last_used_at` is kept: writing it with every request would make each read a write."""

# The columns of `sql.CALLER`, in the order of the models' fields.
_OF_A_PLAYER = ["id", "username", "email", "is_active", "date_joined", "about"]
_OF_A_TOKEN = ["id", "player_id", "test", "expires_at", "last_used_at"]


class BearerToken(BaseAuthentication):
    """DRF's door to `caller`."""

    def authenticate(self, request: Request) -> tuple[Player, Token] | None:
        return caller(request._request)  # noqa: SLF001  DRF has no public name for it.

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


def caller(request: HttpRequest) -> tuple[Player, Token] | None:
    """The player whose token came with the request, and the token; None where none was sent.

    Raises `AuthenticationFailed` (`token_invalid`, `token_expired`). Asked again for the same request,
    it answers from memory.
    """
    known = request.META.get("tide.caller")
    if known is None:
        try:
            known = _find(request.META.get("HTTP_AUTHORIZATION", ""))
        except AuthenticationFailed as failure:
            known = failure
        request.META["tide.caller"] = known
    if isinstance(known, AuthenticationFailed):
        raise known
    found: tuple[Player, Token] | None = known
    return found


def _find(header: str) -> tuple[Player, Token] | None:
    if not header:
        return None
    scheme, _, secret = header.partition(" ")
    if scheme.lower() != "bearer":
        raise AuthenticationFailed("Send the token as `Bearer <token>`.", code="token_invalid")
    found = sql.CALLER.row(digest=digest(secret.strip()))
    if found is None:
        raise AuthenticationFailed("This token is not known.", code="token_invalid")
    player = Player.from_db("default", _OF_A_PLAYER, found[: len(_OF_A_PLAYER)])
    token = Token.from_db("default", _OF_A_TOKEN, found[len(_OF_A_PLAYER) :])
    token.player = player
    if not player.is_active:
        raise AuthenticationFailed("This token is not known.", code="token_invalid")
    now = timezone.now()
    if token.expires_at <= now:
        raise AuthenticationFailed("This token has expired.", code="token_expired")
    if token.last_used_at is None or token.last_used_at < now - USED_EVERY:
        Token.objects.filter(pk=token.pk).update(last_used_at=now)
    return player, token
