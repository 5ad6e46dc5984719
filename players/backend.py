"""Sign-in: guesses of a password are counted, and a letter tells the player of a new place.

A place is an address as it is counted (of IPv6 a network), and is known for as long as
`players.login_throttle` remembers it. While that memory is away, or has just been lost, no letter is written.
"""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.signals import user_logged_in
from django.contrib.auth.backends import ModelBackend
from django.dispatch import receiver
from django.http import HttpRequest

from common.rest.client import client_address
from players import login_throttle
from players.login_throttle import at_account, count_guess
from players.models import Player

LETTER = "account/email/new_place"
MAX_CLIENT_LENGTH = 200
"""Characters of a client's own name that are quoted."""


class Passwords(ModelBackend):
    """Django's own backend, limiting guesses where it has the request. Raises `ApiError` (`throttled`)."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **more: Any,
    ) -> Player | None:
        if request is None or username is None:
            return super().authenticate(request, username, password, **more)
        # Where nobody has the name a password is checked too, so that the time taken does not tell.
        username = (
            Player.objects.named(username).values_list("username", flat=True).first() or username
        )
        where = client_address(request)
        with count_guess(at_account(username, where)) as made:
            found = super().authenticate(request, username, password, **more)
            made.right = found is not None
        if isinstance(found, Player):
            signed_in(request, found)
        return found


def signed_in(request: HttpRequest, player: Player) -> None:
    """Remember the place; write a letter if it is new and another one is known."""
    where = client_address(request)
    if login_throttle.new_to(player.username, where):
        client = str(request.META.get("HTTP_USER_AGENT", ""))[:MAX_CLIENT_LENGTH]
        get_adapter(request).send_notification_mail(LETTER, player, {"client": client})
    login_throttle.remember_sign_in(player.username, where)


@receiver(user_logged_in)
def _signed_in(request: HttpRequest, user: Player, **_: Any) -> None:
    # On a page without a password: with a passkey, or from elsewhere.
    signed_in(request, user)
