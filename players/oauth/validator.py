"""Checks of codes, refresh tokens and terminals, beyond those of django-oauth-toolkit.

- Each is good in the epoch of its player alone.

- A code that comes a second time ends all rights from its first use (RFC 6749, section 4.1.2), also where
both come at the same moment: one exchange waits for the other.

- A refresh with less scope makes a smaller access token; the consent keeps its scope (RFC 6749, section 6).

- An access token lives to its end, whether its refresh token is used or not.

- A refresh token that comes again within `ANSWER_TTL` gets the answer of its use: a phone may have missed it.
Afterwards, or once that answer was used, it ends its family.

- A token is for this server and no other (RFC 8707).

Why so: docs/decisions/sign-in.md.
"""

from typing import Any, TypeVar
from urllib.parse import urlsplit

from django.db import models
from django.db.models.functions import Now
from django.http import HttpRequest
from django.utils import timezone
from oauth2_provider.oauth2_validators import OAuth2Validator
from oauthlib.oauth2.rfc6749 import errors

from players.models import App, AppCode, AppDevice, AppRefresh, Player, token_digest
from players.models.app_rights import ANSWER_TTL, lock_rights
from players.oauth.app_endpoint import announce_rights

Right = TypeVar("Right", AppCode, AppRefresh)
ENDED_BY_PLAYER = "The player ended this, set a new password or closed the account."
DEVICE = "urn:ietf:params:oauth:grant-type:device_code"


class Validator(OAuth2Validator):  # type: ignore[misc]  # It has no types.
    # -- authorization codes

    def validate_code(
        self, client_id: str, code: str, client: Any, request: Any, *args: Any, **more: Any
    ) -> bool:
        grant = _lock_right(AppCode.objects.filter(code=code, application=client))
        if grant is None:
            raise _grant_error(request, "The code is not known, or is another app's.")
        if grant.used_at is not None:
            AppRefresh.revoke_family(grant.family)
            raise _grant_error(
                request, "The code was used before, so all that came of it has ended."
            )
        if grant.is_expired():
            raise _grant_error(request, "The code has expired.")
        if not _same_epoch(grant, grant.user):
            raise _grant_error(request, ENDED_BY_PLAYER)
        request.family = grant.family
        return bool(super().validate_code(client_id, code, client, request, *args, **more))

    def get_default_redirect_uri(
        self, client_id: str, request: Any, *args: Any, **more: Any
    ) -> str | None:
        """Return the address for a call that names none; None if several are registered.

        For a code it is the address to which the code went: on the same device the port is the app's own.
        """
        if len(request.client.redirect_uris.split()) > 1:
            return None
        if (code := getattr(request, "code", None)) is not None:
            grant = AppCode.objects.get(code=code, application=request.client)
            return str(grant.redirect_uri)
        found: str = super().get_default_redirect_uri(client_id, request, *args, **more)
        return found

    def confirm_redirect_uri(
        self, client_id: str, code: str, redirect_uri: str, client: Any, *args: Any, **more: Any
    ) -> bool:
        if not super().confirm_redirect_uri(client_id, code, redirect_uri, client, *args, **more):
            message = "The redirect_uri is not the one to which the code was sent."
            raise _grant_error(args[0] if args else None, message)  # RFC 6749, section 5.2.
        return True

    def invalidate_authorization_code(
        self, client_id: str, code: str, request: Any, *args: Any, **more: Any
    ) -> None:
        AppCode.objects.filter(code=code, application=request.client).update(used_at=Now())

    # -- refresh tokens

    def validate_refresh_token(
        self, refresh_token: str, client: Any, request: Any, *args: Any, **more: Any
    ) -> bool:
        # What another app sends is not known: it ends nothing.
        grant = _lock_right(_find_refreshes(refresh_token).filter(application=client))
        if grant is None:
            raise _grant_error(request, "The refresh token is not known, or is another app's.")
        player: Player = grant.user
        if not _same_epoch(grant, player):
            raise _grant_error(request, ENDED_BY_PLAYER)
        request.answered = _answer_again(grant)
        if request.answered is not None:
            scopes = set(request.answered["scope"].split())
            if request.scope and not scopes <= set(request.scope.split()):
                message = "For a minute the first answer comes again, and its token may do more than that."
                raise errors.InvalidScopeError(description=message, request=request)
            request.user, request.refresh_token_instance = player, grant
            return True
        if not super().validate_refresh_token(refresh_token, client, request, *args, **more):
            raise _grant_error(request, _end_of(grant))
        request.used = grant
        return True

    def get_original_scopes(
        self, refresh_token: str, request: Any, *args: Any, **more: Any
    ) -> list[str]:
        return str(request.refresh_token_instance.scope).split()

    def _save_bearer_token(
        self, token: dict[str, Any], request: Any, *args: Any, **more: Any
    ) -> None:
        """Save the tokens and keep the answer for a repeat; a repeat saves nothing."""
        if (answered := getattr(request, "answered", None)) is not None:
            token.clear()
            token.update(answered)
            return
        used: AppRefresh | None = getattr(request, "used", None)
        if used is not None:
            used.use_up()
        super()._save_bearer_token(token, request, *args, **more)
        announce_rights(request.client, request.user)
        if used is not None:
            AppRefresh.objects.filter(pk=used.pk).update(answer=token)

    def _create_refresh_token(
        self, request: Any, refresh_token_code: str, access_token: Any, previous: Any
    ) -> AppRefresh:
        made: AppRefresh = super()._create_refresh_token(
            request, refresh_token_code, access_token, previous
        )
        made.scope = access_token.scope if previous is None else previous.scope
        family = getattr(request, "family", None)
        if previous is None and family is not None:
            made.token_family = family
        made.save(update_fields=["scope", "token_family"])
        return made

    def revoke_token(
        self, token: str, token_type_hint: str | None, request: Any, *args: Any, **more: Any
    ) -> None:
        """Revoke a token; a refresh token, used or not, with all that came of its consent (RFC 7009, 2.1)."""
        for grant in _find_refreshes(token).filter(application=request.client):
            AppRefresh.revoke_family(grant.token_family, reason="")
        super().revoke_token(token, token_type_hint, request, *args, **more)

    # -- terminals

    def validate_grant_type(
        self, client_id: str, grant_type: str, client: Any, request: Any, *args: Any, **more: Any
    ) -> bool:
        allowed = super().validate_grant_type(client_id, grant_type, client, request, *args, **more)
        if allowed and grant_type == DEVICE:
            waiting = AppDevice.objects.good().filter(client_id=client.client_id)
            code = getattr(request, "device_code", None)
            device = waiting.select_related("user").filter(device_code=code).first()
            if device is None or not _hold_app(client.pk):
                raise errors.InvalidGrantError(request=request)
            request.user, request.scopes = device.user, device.scope.split()
        return bool(allowed)

    # -- the resource of a token

    def _check_and_set_request_resource(self, request: Any) -> None:
        super()._check_and_set_request_resource(request)
        asked = HttpRequest()
        asked.META = request.headers
        here = asked.get_host()
        if any(urlsplit(resource).netloc.lower() != here for resource in request.resource):
            message = "This server issues tokens for itself alone."
            raise errors.CustomOAuth2Error("invalid_target", description=message, request=request)


def _find_refreshes(refresh_token: str) -> "models.QuerySet[AppRefresh]":
    """Return the rows of a refresh token; there is one, but the library allows for more."""
    checksum = token_digest(refresh_token).hex()
    rows: models.QuerySet[AppRefresh] = AppRefresh.objects.filter(token_checksum=checksum)
    return rows


def _answer_again(grant: AppRefresh) -> dict[str, Any] | None:
    """Return the first answer to a refresh token, if the app may have missed it.

    The app has missed nothing if it has used a token of that answer. The row is locked.
    """
    if (
        grant.revoked is None
        or grant.revoked <= timezone.now() - ANSWER_TTL
        or grant.answer is None
    ):
        return None
    answer: dict[str, Any] = grant.answer
    follower = _find_refreshes(answer["refresh_token"]).select_related("access_token").first()
    if follower is None or follower.revoked or follower.access_token is None:
        return None
    left = follower.access_token.expires - timezone.now()
    return {**answer, "expires_in": max(0, int(left.total_seconds()))}


def _end_of(grant: AppRefresh) -> str:
    """Return why a refresh token has ended before this use."""
    if grant.revoked is None and grant.access_token_id is not None:
        return "The refresh token has expired: it was not used for too long."
    family = AppRefresh.objects.filter(token_family=grant.token_family)
    reasons = set(family.values_list("end_reason", flat=True))
    if AppRefresh.End.BY_PLAYER in reasons:
        return ENDED_BY_PLAYER
    if grant.end_reason or AppRefresh.End.REUSED in reasons:
        return "A code or refresh token was reused, so all that came of its consent has ended."
    return "The refresh token was revoked."


def _grant_error(request: Any, description: str) -> errors.InvalidGrantError:
    return errors.InvalidGrantError(description=description, request=request)


def _lock_right(rows: "models.QuerySet[Right]") -> Right | None:
    """Return one of these rows under the locks that every end of rights takes.

    They are taken in one order: the player, then the app, then the app's rights.
    """
    known = rows.values_list("user", "application").first()
    if known is None:
        return None
    player, app = known
    lock_rights(player)
    return rows.first() if _hold_app(app) else None


def _hold_app(app: int) -> bool:
    """Keep an app from being deleted to the end of the transaction; return False if it is gone."""
    held = App.objects.raw("SELECT id FROM players_app WHERE id = %s FOR KEY SHARE", [app])
    return any(held)


def _same_epoch(right: AppCode | AppRefresh, player: Player) -> bool:
    """Return whether a right is still good for its player, who was read with it or later."""
    return bool(player.is_active) and right.epoch == player.epoch
