"""Long polls: a call that finds nothing new leaves word of what it waits for, and takes no thread meanwhile.

The process that called it makes it again as soon as there is something, if it is one that can
(tideapi/asgi.py). Any other answers at once.
"""

from rest_framework.request import Request

from games.streams.feeds import GameLog, PlayersFeed
from games.streams.hub import HUB, POLL, Place, Poll
from players.api.viewer import viewer
from players.models import Token
from tideapi.rest.client import address

LONGEST = 30
"""Seconds that one request may wait."""


def place(request: Request, feed: GameLog | PlayersFeed, after: int) -> Place:
    """The place of whoever calls, to hear a feed after one number."""
    me = viewer(request)
    token = request.auth.pk if isinstance(request.auth, Token) else None
    if me is None:
        return Place(feed, after, f"address {address(request)}", None, None)
    return Place(feed, after, f"player {me.pk}", me.pk, token)


def for_news(request: Request, feed: GameLog | PlayersFeed, after: int, seconds: int) -> None:
    """Say that the call, which has found nothing, may be made again when something follows."""
    if seconds > 0 and HUB in request.META:
        request.META[POLL] = Poll(place(request, feed, after), seconds)
