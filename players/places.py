"""Where a player signs in: she is told of a place from which she never has.

A place is an address as it is counted (of IPv6 a network), and is known for as long as `players.guessing`
remembers it. While that memory is away, or has just been lost, nothing is told.
"""

from allauth.account.adapter import get_adapter
from django.http import HttpRequest

from players import guessing
from players.models import Player
from tideapi.rest.client import address

LETTER = "account/email/new_place"
LONGEST = 200
"""Characters that are told of what a browser or client calls itself."""


def signed_in(request: HttpRequest, player: Player) -> None:
    """Remember the place, and write her a letter if it is new and another one is known."""
    where = address(request)
    if guessing.new_to(player.username, where):
        client = str(request.META.get("HTTP_USER_AGENT", ""))[:LONGEST]
        get_adapter(request).send_notification_mail(LETTER, player, {"client": client})
    guessing.remember(player.username, where)
