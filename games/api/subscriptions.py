"""Long polls and streams: calls that go on after their answer, without a thread.

A call that finds nothing new leaves word of what it waits for, and the process that called it makes it again
as soon as there is something. A call for a stream takes a place, and the process sends the rest. Only a
process that has a hub can do so (`tideapi.web.application`); any other answers a long poll at once.

A client begins after a number, at the feed's end, or after the caller's last answer.

Why so: docs/decisions/streams.md.
"""

from collections.abc import Callable
from typing import Any

from rest_framework.request import Request

from common.rest.client import client_address
from common.rest.errors import ApiError
from games.feeds.streams.feeds import GameLog, PlayersFeed
from games.feeds.streams.hub import HUB, POLL, STREAM, WAITED_AFTER, Hub, Poll, StreamSubscription
from games.visibility.game_view import GameView
from players.authentication import token, viewer

MAX_WAIT_SECONDS = 30
"""Seconds that one request may wait."""

Feed = GameLog | PlayersFeed
LATEST, MY_ANSWER = "latest", "my_answer"
MAX_DIGITS = 10
"""Digits of an event's number."""


def repeat_when_new(request: Request, feed: Feed, after: int, seconds: int) -> None:
    """Have the call, which has found nothing, made again when something follows."""
    if seconds > 0 and HUB in request.META:
        request.META[POLL] = Poll(_make_subscription(request, feed, after), seconds)


def waited_after(request: Request) -> int | None:
    """The number after which the call has waited already, where it is made once more."""
    after: int | None = request.META.get(WAITED_AFTER)
    return after


def stream_feed(request: Request, feed: Feed, after: int, last: int) -> None:
    """Have the feed, whose newest number is `last`, streamed.

    Raises `ApiError` (`streams_elsewhere`, `too_many_streams`, `no_room`).
    """
    hub: Hub | None = request.META.get(HUB)
    if hub is None:
        raise ApiError("streams_elsewhere", "This process of the server has no streams.")
    subscription = _make_subscription(request, feed, after, last)
    hub.streams.take_place(subscription.caller)
    request.META[STREAM] = subscription


def _make_subscription(
    request: Request, feed: Feed, after: int, last: int = 0
) -> StreamSubscription:
    me = viewer(request)
    return StreamSubscription(
        feed=feed,
        after=after,
        caller=f"player {me.pk}" if me else f"address {client_address(request)}",
        player=me.pk if me else None,
        token=token(request).pk if me else None,
        last=last,
        scopes=me.scopes if me else None,
    )


def start_number(
    query: dict[str, Any], latest: Callable[[], int], view: GameView | None = None
) -> int:
    """The number after which a query wants events. Raises `ApiError` (`not_a_player`)."""
    sent: str = query.get("after", "0")
    if sent == LATEST:
        return latest()
    if sent == MY_ANSWER and view is not None:
        return view.last_answer_event()
    return int(sent)
