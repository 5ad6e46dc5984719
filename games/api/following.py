"""Where a client begins to follow a feed: after a number, at its end, or where she has last answered.

Why so: docs/why.md#my-answer.
"""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from rest_framework.request import Request
from rest_framework.response import Response

from games.api import subscribing
from games.feeds.event_scopes import is_shown
from games.feeds.feed import Page
from games.feeds.streams.feeds import GameLog, PlayersFeed
from games.visibility.game_view import GameView
from players.authentication import viewer
from tideapi.rest import paging
from tideapi.rest.schemas import Schema, integer, string

Feed = GameLog | PlayersFeed
LATEST, MY_ANSWER = "latest", "my_answer"
MOST_DIGITS = 10
"""Digits of an event's number."""


def _after(words: tuple[str, ...], description: str, **more: Any) -> Schema:
    known = "|".join((rf"[0-9]{{1,{MOST_DIGITS}}}", *words))
    wanted = ", ".join(("the number of an event", *words))
    return string(description, pattern=f"^({known})$", default="0", **{"x-wanted": wanted}, **more)


AFTER = _after(
    (LATEST,),
    "Only events with a higher number; `latest` begins at the end of the feed.",
)
AFTER_IN_GAME = _after(
    (LATEST, MY_ANSWER),
    "Only events with a higher number; `latest` begins at the end of the log, `my_answer` where I have "
    "sealed my last answer in this game (at its beginning if there is none).",
    title="AfterInGame",
)
_PAGE: Schema = {
    "wait": integer(
        "Seconds to wait for an event when there is none yet: a long poll. The answer may come "
        "earlier and be empty, at once where too many calls of the same player wait already.",
        minimum=0,
        maximum=subscribing.LONGEST,
        default=0,
    ),
    "page_size": paging.QUERY["page_size"],
}
FEED: Schema = {"after": AFTER, **_PAGE}
LOG: Schema = {"after": AFTER_IN_GAME, **_PAGE}


def number(query: dict[str, Any], latest: Callable[[], int], view: GameView | None = None) -> int:
    """The number after which a query wants events. Raises `ApiError` (`not_a_player`)."""
    sent: str = query.get("after", "0")
    if sent == LATEST:
        return latest()
    if sent == MY_ANSWER and view is not None:
        return view.answered()
    return int(sent)


def page(
    request: Request, query: dict[str, Any], feed: Feed, view: GameView | None = None
) -> Response:
    """A page of a feed, as the query wants it; where nothing is new the call may wait for it.

    `next` is there where the page is full, since more may follow at once. Raises `ApiError`.
    """
    size = query.get("page_size", paging.USUAL)
    after = subscribing.waited_after(request)
    if after is None and query.get("after") == LATEST:
        found = Page([], feed.latest())
        after = found.last
    else:
        after = number(query, feed.latest, view) if after is None else after
        found = feed.page(after, size)
    who = viewer(request)
    shown = [one for one in found.events if is_shown(one, who)]
    while not shown and len(found.events) == size:
        # An empty page is the end of the feed, so it is read on to the next event that is shown.
        found = feed.page(found.events[-1]["number"], size)
        shown = [one for one in found.events if is_shown(one, who)]
    if not shown:
        end = found.events[-1]["number"] if found.events else after
        subscribing.poll(request, feed, end, query.get("wait", 0))
    follow = None
    if len(found.events) == size:
        rest = urlencode({"after": found.events[-1]["number"], "page_size": size})
        follow = request.build_absolute_uri(f"{request.path}?{rest}")
    page = {"results": shown, "last": found.last, "next": follow, "previous": None}
    return Response(page)
