"""Follow-up of a sign-in on a page without a password: with a passkey, or from elsewhere.

`players.backend` handles passwords, before there is a second step.
"""

from typing import Any

from allauth.account.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest

from players.models import Player
from players.places import signed_in


@receiver(user_logged_in)
def _signed_in(request: HttpRequest, user: Player, **_: Any) -> None:
    signed_in(request, user)
