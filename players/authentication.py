"""Who is calling: `Authorization: Bearer <token>` (RFC 6750)."""

from datetime import timedelta
from typing import Any

from django.http import HttpRequest
from django.utils import timezone
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from players import sql
from players.models import Player, Token, digest
from tideapi.made import beside, made
from tideapi.statements import Statement

USED_EVERY = timedelta(hours=1)
"""How exact `last_used_at` is: writing it with every request would make each read a write."""


class TokenEnded(AuthenticationFailed):
    """The token has ended or never existed; the answer does not tell which."""

    default_code = "token_invalid"
    default_detail = "This token is not known."


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
            known = _find(request)
        except AuthenticationFailed as failure:
            known = failure
        request.META["tide.caller"] = known
    if isinstance(known, AuthenticationFailed):
        raise known
    found: tuple[Player, Token] | None = known
    return found


def found_beside(request: Request) -> tuple[Any, ...] | None:
    """What was found together with the caller, where the view asks for something (`View.beside_caller`)."""
    found: tuple[Any, ...] | None = request.META.get("tide.beside")
    return found


def _find(request: HttpRequest) -> tuple[Player, Token] | None:
    header = request.META.get("HTTP_AUTHORIZATION", "")
    if not header:
        return None
    scheme, _, secret = header.partition(" ")
    if scheme.lower() != "bearer":
        raise AuthenticationFailed("Send the token as `Bearer <token>`.", code="token_invalid")
    statement, values = _beside(request)
    found = statement.row(digest=digest(secret.strip()), **values)
    if found is None:
        raise TokenEnded
    at = len(sql.OF_A_PLAYER)
    end = at + len(sql.OF_A_TOKEN)
    player = made(Player, zip(sql.OF_A_PLAYER, found[:at], strict=True))
    token = made(Token, zip(sql.OF_A_TOKEN, found[at:end], strict=True))
    beside(token, player=player)
    if not player.is_active:
        raise TokenEnded
    now = timezone.now()
    if token.expires_at <= now:
        raise AuthenticationFailed("This token has expired.", code="token_expired")
    if token.last_used_at is None or token.last_used_at < now - USED_EVERY:
        Token.objects.filter(pk=token.pk).update(last_used_at=now)
    request.META["tide.beside"] = found[end:] or None
    return player, token


def _beside(request: HttpRequest) -> tuple[Statement, dict[str, Any]]:
    """The statement that finds the caller, and more with her if the view has a use for it."""
    match = request.resolver_match
    view: Any = getattr(match, "func", None)
    asks = getattr(getattr(view, "cls", None), "beside_caller", None)
    if match is None or asks is None:
        return sql.CALLER, {}
    wanted: tuple[Statement, dict[str, Any]] | None = asks(request, **match.kwargs)
    return wanted or (sql.CALLER, {})
