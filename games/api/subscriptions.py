"""Long polls and streams: calls that go on after their answer, without a thread.

A call that finds nothing new leaves word of what it waits for, and the process that called it makes it again
as soon as there is something. A call for a stream takes a place, and the process sends the rest. Only a
process that has a hub can do so (`tideapi.web.application`); any other answers a long poll at once.
"""

from rest_framework.request import Request

from games.feeds.streams.feeds import GameLog, PlayersFeed
from games.feeds.streams.hub import HUB, POLL, STREAM, WAITED_AFTER, Hub, Poll, StreamSubscription
from players.authentication import viewer
from players.models import Token
from tideapi.rest.client import client_address
from tideapi.rest.errors import ApiError

MAX_WAIT_SECONDS = 30
"""Seconds that one request may wait."""


def repeat_when_new(
    request: Request, feed: GameLog | PlayersFeed, after: int, seconds: int
) -> None:
    """Have the call, which has found nothing, made again when something follows."""
    if seconds > 0 and HUB in request.META:
        request.META[POLL] = Poll(_make_subscription(request, feed, after), seconds)


def waited_after(request: Request) -> int | None:
    """The number after which the call has waited already, where it is made once more."""
    after: int | None = request.META.get(WAITED_AFTER)
    return after


def stream_feed(request: Request, feed: GameLog | PlayersFeed, after: int, last: int) -> None:
    """Have the feed, whose newest number is `last`, streamed.

    Raises `ApiError` (`streams_elsewhere`, `too_many_streams`, `no_room`).
    """
    hub: Hub | None = request.META.get(HUB)
    if hub is None:
        raise ApiError("streams_elsewhere", "This process of the server has no streams.")
    subscription = _make_subscription(request, feed, after, last)
    hub.streams.take_place(subscription.who)
    request.META[STREAM] = subscription


def _make_subscription(
    request: Request, feed: GameLog | PlayersFeed, after: int, last: int = 0
) -> StreamSubscription:
    me = viewer(request)
    token = request.auth.pk if isinstance(request.auth, Token) else None
    if me is None:
        return StreamSubscription(
            feed, after, f"address {client_address(request)}", None, None, last
        )
    return StreamSubscription(feed, after, f"player {me.pk}", me.pk, token, last, me.scopes)
