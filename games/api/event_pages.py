"""A page of a feed: what follows a number, or the newest events before one."""

from typing import Any, NamedTuple
from urllib.parse import urlencode

from rest_framework.request import Request
from rest_framework.response import Response

from common.rest import paging
from common.rest.fields import TEXT
from common.rest.language import name_language
from games.api import subscriptions
from games.api.sentences import add_sentences, answer_language
from games.api.subscriptions import LATEST, MAX_DIGITS, Feed, start_number
from games.event_types.catalogue import is_shown
from games.feeds.feed import Page
from games.shapes.events import EventPage, FeedEvent
from games.visibility.game_view import GameView
from players.authentication import viewer

Json = dict[str, Any]

BEYOND = 10**MAX_DIGITS
"""More than any number of an event."""


class _FeedPart(NamedTuple):
    """Events of a feed as its viewer sees them, its newest number, and where the next page begins."""

    events: list[FeedEvent]
    last: int
    follow: Json | None


def event_page(request: Request, query: Json, feed: Feed, view: GameView | None = None) -> Response:
    """Return a page of a feed, as the query wants it; where nothing is new the call may wait for it.

    Raises `ApiError`.
    """
    size = query.get("page_size", paging.DEFAULT_PAGE_SIZE)
    if "before" in query:
        found = _read_before(request, query, feed, size)
    else:
        found = _read_after(request, query, feed, size, view)
    shown = found.events
    if "without" in query:
        for event in shown:
            del event["hash"]
    next_page = None
    if found.follow is not None:
        same: Json = {name: query[name] for name in ("include", "without") if name in query}
        rest = urlencode({**found.follow, "page_size": size, **same}, doseq=True)
        next_page = request.build_absolute_uri(f"{request.path}?{rest}")
    links: paging.Links = {"next": next_page, "previous": None}
    page: EventPage = {"results": shown, "last": found.last, **links}
    response = Response(page)
    if TEXT in query.get("include", ()):
        language = answer_language(request)
        games = None if view is None else [view.get_summary()]
        page["results"] = add_sentences(request, shown, language, games)
        name_language(response, language)
    return response


def _read_after(
    request: Request, query: Json, feed: Feed, size: int, view: GameView | None
) -> _FeedPart:
    """Read on from a number; the next page is there where this one is full, since more may follow at once."""
    after = subscriptions.waited_after(request)
    if after is None and query.get("after") == LATEST:
        found = Page([], feed.update_and_get_newest())
        after = found.last
    else:
        after = start_number(query, feed.update_and_get_newest, view) if after is None else after
        found = feed.read_page(after, size)
    caller = viewer(request)
    shown = [one for one in found.events if is_shown(one, caller)]
    while not shown and len(found.events) == size:
        # An empty page is the end of the feed, so it is read on to the next event that is shown.
        found = feed.read_page(found.events[-1]["number"], size)
        shown = [one for one in found.events if is_shown(one, caller)]
    if not shown:
        end = found.events[-1]["number"] if found.events else after
        if view is None or not view.ends_by(end):
            subscriptions.repeat_when_new(request, feed, end, query.get("wait", 0))
    full = len(found.events) == size
    return _FeedPart(shown, found.last, {"after": found.events[-1]["number"]} if full else None)


def _read_before(request: Request, query: Json, feed: Feed, size: int) -> _FeedPart:
    """Read back from a number; the next page is there until the feed's first event is reached."""
    sent, caller = query["before"], viewer(request)
    before = BEYOND if sent == LATEST else int(sent)
    last: int | None = None
    shown: list[FeedEvent] = []
    while not shown and before > 1:
        first = max(1, before - size)
        found = feed.read_page(first - 1, before - first)
        if last is None:
            last = found.last
        if before > last + 1:
            before = last + 1
            continue
        # Where the beginning of a feed is gone, a page begins later and reaches further than it should.
        events = [one for one in found.events if one["number"] < before]
        shown = [one for one in reversed(events) if is_shown(one, caller)]
        before = first if events and events[0]["number"] == first else 1
    if last is None:
        last = feed.update_and_get_newest()
    return _FeedPart(shown, last, {"before": before} if before > 1 else None)
