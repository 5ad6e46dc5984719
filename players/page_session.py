"""The session of the table that this server serves (`web/`): its player, and its token.

Its page alone calls these views, each with Django's token against forgery. The access token is derived from
the session's secret key and the time: all tabs that ask in the same half hour get the same one, nothing
usable of it is stored, and the database deletes it together with the session.

Why so: docs/decisions/sign-in.md.
"""

import hmac
import time
from base64 import urlsafe_b64encode
from datetime import UTC, datetime
from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import login, logout
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_POST

from common.rest.errors import ApiError
from players import browser_sessions, guests
from players.api.guests import make_own
from players.api.serializers import ClaimRequest
from players.models import APP_TOKEN_START, App, AppToken, Player, token_digest
from players.models.app import TABLE
from players.suspension import refuse_suspended

SCOPES = "game:read game:play game:host message:read message:write notice:write profile:write"
BACKEND = "players.backend.Passwords"
NOBODY = 204


@require_http_methods(["GET", "POST"])
@ensure_csrf_cookie
def give_token(request: HttpRequest) -> HttpResponse:
    """Give the page its token, or nothing without a sign-in; a GET gives the cookie for a POST."""
    return HttpResponse(status=NOBODY) if request.method == "GET" else _token_answer(request)


@require_POST
def begin_guest(request: HttpRequest) -> HttpResponse:
    """Create a guest and their session. Raises what `door.check_door` does.

    If this browser has a player already, that player goes on: another tab may have been faster.
    """
    if browser_sessions.player_of(request) is None:
        made = guests.make_guest(request.POST.get("code", "").strip())
        browser_sessions.begin_guest(request, made)
    return _token_answer(request)


@require_POST
def claim_guest(request: HttpRequest) -> HttpResponse:
    """Make the guest's account their own, and sign them in to it.

    Raises `ApiError` (`not_a_guest`, `username_taken`, …), and what `door.check_door` does.
    """
    body = ClaimRequest(data=request.POST.dict())
    body.is_valid(raise_exception=True)
    player = browser_sessions.player_of(request)
    if player is None or player.kind != Player.AccountKind.GUEST:
        raise ApiError("not_a_guest", "This browser has no guest.")
    make_own(request, player, None, body.validated_data)
    login(request, Player.objects.get(pk=player.pk), BACKEND)
    UserSession.objects.create_from_request(request)
    return _token_answer(request)


@require_POST
def end_session(request: HttpRequest) -> HttpResponse:
    """End the session, and with it all tokens that it has given."""
    logout(request)
    return HttpResponse(status=NOBODY)


def _token_answer(request: HttpRequest) -> HttpResponse:
    """Return the player and the token of this session, or nothing. Raises `ApiError` if suspended."""
    player = browser_sessions.player_of(request)
    key = request.session.session_key
    if player is not None:
        refuse_suspended(player)
    issued = issue_token(key, player) if player and key else None
    if player is None or issued is None:
        return HttpResponse(status=NOBODY)
    secret, expires, is_new = issued
    shown: dict[str, Any] = {
        "username": player.username,
        "access_token": secret,
        "expires_in": int((expires - timezone.now()).total_seconds()),
    }
    response = JsonResponse(shown)
    if is_new:
        browser_sessions.prolong_session(request, response)
    return response


def issue_token(session_key: str, player: Player) -> tuple[str, datetime, bool] | None:
    """Return the token of this session and time, when it expires, and whether it is new.

    None if the session or the player's epoch has ended since they were read.
    """
    half = settings.TIDE_OAUTH_ACCESS_TOKEN_MINUTES * 30
    slot = int(time.time()) // half
    made = hmac.digest(
        session_key.encode(), f"players.page_session {player.pk} {slot}".encode(), "sha256"
    )
    token = APP_TOKEN_START + urlsafe_b64encode(made).decode().rstrip("=")
    expires = datetime.fromtimestamp((slot + 2) * half, UTC)
    known = AppToken.objects.good().filter(user=player.pk, token_checksum=token_digest(token).hex())
    if known.exists():
        return token, expires, False
    app_token = AppToken(
        token_checksum=token_digest(token).hex(),
        user=player,
        application_id=_app_id(),
        scope=SCOPES,
        expires=expires,
        session=session_key,
        epoch=player.epoch,
    )
    try:
        with transaction.atomic():
            # Another tab may ask at the same moment.
            AppToken.objects.bulk_create([app_token], ignore_conflicts=True)
    except IntegrityError:
        return None
    return (token, expires, True) if known.exists() else None


def _app_id() -> int:
    """Return the id of the table's row, which is made when it is first needed."""
    rows = App.objects.filter(client_id=TABLE).values_list("pk", flat=True)
    if (found := rows.first()) is not None:
        return int(found)
    table = App(
        client_id=TABLE,
        name="The table of this server",
        client_type=App.CLIENT_PUBLIC,
        client_secret="",
        hash_client_secret=False,
        authorization_grant_type=App.GRANT_AUTHORIZATION_CODE,
    )
    App.objects.bulk_create([table], ignore_conflicts=True)
    return int(rows.get())
