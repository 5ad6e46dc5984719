"""Browser sessions of people and guests, and the cookie that tells scripts of the player.

A person's session is that of the pages under /account/. A guest's session has a key of its own instead, so
the pages, the admin and the apps see no user in it.
"""

import secrets
import time
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.db import Error
from django.db.models import QuerySet
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from players.models import Player, StoredSession

GUEST = "guest"
"""Session key: the id and the epoch of the guest."""
MARK = "mark"
"""Session key: a random number, another one for each player."""
SINCE = "since"
"""Session key: when the player signed in, in seconds since 1970."""
COOKIE = "tide_player"
"""Cookie for scripts: the session's mark, a dot and the player's name. It gives no access."""


@receiver(user_logged_in)
def _mark_session(request: HttpRequest, user: Player, **_: Any) -> None:
    guest = request.session.pop(GUEST, None)
    # A guest who makes the account their own goes on as the same player.
    if guest is None or guest[0] != user.pk:
        request.session[MARK] = secrets.token_hex(8)
    request.session[SINCE] = int(time.time())


def begin_guest(request: HttpRequest, guest: Player) -> None:
    """Start a session for a new guest."""
    request.session.cycle_key()
    request.session[GUEST] = [guest.pk, guest.epoch]
    request.session[MARK] = secrets.token_hex(8)


def player_of(request: HttpRequest) -> Player | None:
    """Return the person who is signed in in this browser, or the guest who plays there."""
    user: Any = request.user
    return user if isinstance(user, Player) else guest_of(request)


def guest_of(request: HttpRequest) -> Player | None:
    """Return the guest who plays in this browser."""
    known: list[int] | None = request.session.get(GUEST)
    if known is None:
        return None
    guests = Player.objects.filter(kind=Player.AccountKind.GUEST, is_active=True)
    return guests.filter(pk=known[0], epoch=known[1]).first()


def is_of(session: dict[str, Any], player: Player) -> bool:
    """Return whether a session's content is this player's."""
    guest, _ = session.get(GUEST) or (None, None)
    return session.get("_auth_user_id") == str(player.pk) or guest == player.pk


def sessions_of(player: Player) -> "QuerySet[StoredSession]":
    """Return the player's sessions. Only its content names a session's player, so all are read."""
    own = [one.pk for one in StoredSession.objects.iterator() if is_of(one.get_decoded(), player)]
    return StoredSession.objects.filter(pk__in=own)


def prolong_session(request: HttpRequest, response: HttpResponse) -> None:
    """Extend the session because it is used. Nothing else of it is written.

    Saving it whole would undo what another tab has written to it.
    """
    key, seconds = request.session.session_key, request.session.get_expiry_age()
    until = timezone.now() + timedelta(seconds=seconds)
    StoredSession.objects.filter(session_key=key).update(expire_date=until)
    _set_cookie(response, settings.SESSION_COOKIE_NAME, str(key), seconds, httponly=True)


def show_player(request: HttpRequest, response: HttpResponse) -> None:
    """Set or delete the cookie that scripts read, where the page has read the session."""
    if not request.session.accessed:
        return
    try:
        player = player_of(request)
    except Error:
        return  # The page has found that out, too, and says it.
    held = request.COOKIES.get(COOKIE)
    if player is None:
        if held is not None:
            response.delete_cookie(COOKIE, samesite=settings.SESSION_COOKIE_SAMESITE)
        return
    value = f"{request.session.get(MARK, '')}.{player.username}"
    if value != held or settings.SESSION_COOKIE_NAME in response.cookies:
        _set_cookie(response, COOKIE, value, request.session.get_expiry_age(), httponly=False)


def _set_cookie(
    response: HttpResponse, name: str, value: str, seconds: int, *, httponly: bool
) -> None:
    response.set_cookie(
        name,
        value,
        max_age=seconds,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=httponly,
        samesite=settings.SESSION_COOKIE_SAMESITE,
    )
