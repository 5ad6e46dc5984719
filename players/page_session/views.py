"""Calls of the table's page about its browser's session, each with Django's token against forgery.

None of them is for other clients, and no page from elsewhere may call them.
"""

from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib.auth import login, logout
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_POST

from common.rest.errors import ApiError
from players import browser_sessions, guests
from players.api.guests import make_own
from players.api.serializers import ClaimRequest
from players.models import Player
from players.page_session import tokens

BACKEND = "players.backend.Passwords"
NOBODY = 204


@require_http_methods(["GET", "POST"])
@ensure_csrf_cookie
def give_token(request: HttpRequest) -> HttpResponse:
    """Give the page its token, or nothing without a sign-in; a GET gives the cookie for a POST."""
    return HttpResponse(status=NOBODY) if request.method == "GET" else _token_answer(request)


@require_POST
def begin_guest(request: HttpRequest) -> HttpResponse:
    """Create a guest and their session. Raises `ApiError` (`no_guests`).

    If this browser has a player already, that player goes on: another tab may have been faster.
    """
    if browser_sessions.player_of(request) is None:
        made = guests.make_guest()
        browser_sessions.begin_guest(request, made)
    return _token_answer(request)


@require_POST
def claim_guest(request: HttpRequest) -> HttpResponse:
    """Make the guest's account their own, and sign them in to it.

    Raises `ApiError` (`not_a_guest`, `username_taken`, `username_reserved`, `weak_password`).
    """
    data = ClaimRequest.read(request.POST.dict())
    player = browser_sessions.player_of(request)
    if player is None or player.kind != Player.AccountKind.GUEST:
        raise ApiError("not_a_guest", "This browser has no guest.")
    make_own(request, player, None, data)
    login(request, Player.objects.get(pk=player.pk), BACKEND)
    UserSession.objects.create_from_request(request)
    return _token_answer(request)


@require_POST
def end_session(request: HttpRequest) -> HttpResponse:
    """End the session, and with it all tokens that it has given."""
    logout(request)
    return HttpResponse(status=NOBODY)


def _token_answer(request: HttpRequest) -> HttpResponse:
    """Return the player and the token of this session, or nothing."""
    player = browser_sessions.player_of(request)
    key = request.session.session_key
    issued = tokens.issue_token(key, player) if player and key else None
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
