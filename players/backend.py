"""Sign-in with a password, to the API and to the admin: guesses are counted."""

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.http import HttpRequest

from players.login_throttle import at_account, count_guess
from players.models import Player
from players.places import signed_in
from tideapi.rest.client import client_address


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
        username = Player.named(username).values_list("username", flat=True).first() or username
        where = client_address(request)
        with count_guess(at_account(username, where)) as made:
            found = super().authenticate(request, username, password, **more)
            made.right = found is not None
        if isinstance(found, Player):
            signed_in(request, found)
        return found
