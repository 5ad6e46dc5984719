"""Authentication by `Authorization: Bearer <token>` (RFC 6750).

Why so: docs/decisions/database.md.
"""

import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import DEFAULT_DB_ALIAS, models
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_noop
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from common.db.sql import fetch_row
from common.rest.scopes import insufficient_scope, required_scopes
from players import sql
from players.models import APP_TOKEN_START, AppToken, Player, Token, token_digest
from players.suspension import refuse_suspended

CALLER = "tide.caller"
"""Key in a request's environment: the player and the token, or the error."""
LAST_USED_INTERVAL = timedelta(hours=1)
"""Resolution of `last_used_at`: an exact one would make each read a write."""


class TokenEnded(AuthenticationFailed):
    """The token has ended or never existed; the answer does not tell which."""

    default_code = "token_invalid"
    default_detail = gettext_noop("This token is not known.")


@dataclass(frozen=True, slots=True)
class Caller:
    """The token that a call was made with. It is `request.auth`; a subclass has what was read with it."""

    token: Token


class BearerToken(BaseAuthentication):
    """Authentication of a request's player by a token."""

    def authenticate(self, request: HttpRequest | Request) -> tuple[Player, Caller] | None:
        """Return the player and the caller; None where no token was sent.

        Raises `AuthenticationFailed` (`token_invalid`, `token_expired`). Called again for the same request,
        it answers from memory.
        """
        came: HttpRequest = getattr(request, "_request", request)
        known: tuple[Player, Caller] | AuthenticationFailed | None = came.META.get(CALLER)
        if known is None and (header := came.META.get("HTTP_AUTHORIZATION")):
            known = came.META[CALLER] = self._find_caller(header, *self.select(came))
        if isinstance(known, AuthenticationFailed):
            raise known
        return known

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"

    def select(self, request: HttpRequest) -> tuple[sql.CallerQuery, dict[str, Any]]:
        """Return the statements that find a token's player, and their values.

        A view that reads more with the player has a subclass for that.
        """
        return sql.CALLER, {}

    def make_caller(
        self,
        caller: Caller,
        statement: sql.CallerQuery,
        more: Sequence[Any],
        at: float,
    ) -> Caller:
        """Return the caller with the columns that a subclass reads, read at `at` (`time.monotonic`)."""
        return caller

    def _find_caller(
        self, header: str, callers: sql.CallerQuery, values: dict[str, Any]
    ) -> tuple[Player, Caller] | AuthenticationFailed:
        """Return the player and the caller, or the error."""
        scheme, _, secret = header.partition(" ")
        if scheme.lower() != "bearer":
            return AuthenticationFailed("Send the token as `Bearer <token>`.", code="token_invalid")
        secret = secret.strip()
        by_app = secret.startswith(APP_TOKEN_START)
        statement = callers.of_an_app if by_app else callers.personal
        found = fetch_row(statement, digest=token_digest(secret), **values)
        at = time.monotonic()
        if found is None:
            return TokenEnded()
        player_end = len(sql.OF_A_PLAYER)
        end = player_end + len(sql.OF_A_TOKEN)
        player = Player.from_db(DEFAULT_DB_ALIAS, sql.OF_A_PLAYER, found[:player_end])
        sent = Token.from_db(DEFAULT_DB_ALIAS, sql.OF_A_TOKEN, found[player_end:end])
        if not player.is_active:
            return TokenEnded()
        now = timezone.now()
        if sent.expires_at <= now:
            return AuthenticationFailed("This token has expired.", code="token_expired")
        if sent.last_used_at is None or sent.last_used_at < now - LAST_USED_INTERVAL:
            _of_kind([sent.pk], by_app=by_app).update(last_used_at=now)
        sent.player = player
        player.scopes = frozenset(sent.scopes)
        return player, self.make_caller(Caller(sent), callers, found[end:], at)


class HasScopesIfSignedIn(BasePermission):
    """Permission without a token; one that is sent has every scope that the view requires."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Raise `ApiError` for a suspended player, or for the first scope that the token lacks."""
        caller: object = request.auth
        if isinstance(caller, Caller):
            if not getattr(view, "admits_suspended", False):
                refuse_suspended(caller.token.player)
            for scope in required_scopes(view, str(request.method)):
                if scope not in caller.token.scopes:
                    raise insufficient_scope(scope)
        return True


class HasScopes(HasScopesIfSignedIn):
    """Permission with a token that has every scope that the view requires."""

    def has_permission(self, request: Request, view: Any) -> bool:
        return viewer(request) is not None and super().has_permission(request, view)


def viewer(request: Request) -> Player | None:
    """Return the player of the request's token; None without a token."""
    return request.user if isinstance(request.user, Player) else None


def player(request: Request) -> Player:
    """Return the player of the request, in views that require one."""
    user = request.user
    assert isinstance(user, Player)  # noqa: S101  The permission has seen to it.
    return user


def token(request: Request) -> Token:
    """Return the token of the request, in views that require one."""
    caller: object = request.auth
    assert isinstance(caller, Caller)  # noqa: S101  The permission has seen to it.
    return caller.token


def refuse_without(request: Request, *scopes: str) -> None:
    """Raise `insufficient_scope` unless the token has these scopes in addition to the call's."""
    for scope in scopes:
        if scope not in token(request).scopes:
            raise insufficient_scope(scope)


def app_of(sent: Token) -> int | None:
    """Return the app of a token; None for a player's own. Raises `TokenEnded` if it has ended.

    The end of an app takes the lock of the player's row. So a caller that holds the lock sees every end.
    """
    if not sent.pk.startswith(sql.APP_ID):
        return None
    app = _of_kind([sent.pk], by_app=True).values_list("application").first()
    if app is None:
        raise TokenEnded
    found: int | None = app[0]
    return found


def lock_caller(player: Player, by: Token) -> int | None:
    """Lock the player's row, and check that the token of the call is still good.

    Under this lock receivers, webhooks and private addresses are set up. Whatever ends the player's epoch
    takes it too, and disables those that are there then; the end of an app does the same with that app's.
    Returns the app of the token, or None. Raises `TokenEnded`.
    """
    if Player.objects.in_epoch(player).lock() is None:
        raise TokenEnded
    return app_of(by)


def valid_tokens(tokens: Collection[str]) -> set[str]:
    """Return which of these tokens (by id, of either kind) still let a player in."""
    now = timezone.now()
    apps = {one for one in tokens if one.startswith(sql.APP_ID)}
    found: set[str] = set()
    if apps:
        rows = _of_kind(apps, by_app=True) & AppToken.objects.good().filter(expires__gt=now)
        rows = rows.exclude(user__suspended_until__gt=now)
        found = {f"{sql.APP_ID}{key}" for key in rows.values_list("pk", flat=True)}
    own = Token.objects.good().filter(pk__in=set(tokens) - apps, expires_at__gt=now)
    own = own.exclude(player__suspended_until__gt=now)
    return found | set(own.values_list("pk", flat=True))


def _of_kind(ids: Collection[str], *, by_app: bool) -> "models.QuerySet[Any]":
    """Return the rows of tokens whose ids are all of one kind."""
    if not by_app:
        return Token.objects.filter(pk__in=ids)
    keys = [one.removeprefix(sql.APP_ID) for one in ids]
    rows: models.QuerySet[Any] = AppToken.objects.filter(pk__in=keys)
    return rows
