"""A phone's home screen in one call, and what of it has been read."""

from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import finding
from games.api.following import MOST_DIGITS
from games.feeds.home import Home, mark_read
from games.visibility.game_lists import HomeGame
from games.visibility.snapshot import tag
from players.authentication import player
from tideapi.rest import paging
from tideapi.rest.conditional import tagged
from tideapi.rest.describe import Answer, call
from tideapi.rest.reading import body
from tideapi.rest.schemas import Schema, closed, integer, string
from tideapi.rest.view import View

READ = closed(
    {
        "number": integer(
            "The last number of my feed (`/me/events`) that I have read.",
            minimum=0,
            maximum=10**MOST_DIGITS - 1,
        ),
        "game": string(
            "Id of the one game in which I have read so far; all games if left out.",
            pattern=r"^[A-Za-z0-9_-]{1,40}$",
        ),
    },
    optional=["game"],
)
PLACE = r"-?[0-9]{1,13}(\.[0-9]{1,6})?"
"""What a place in the list looks like in a cursor."""
QUERY: Schema = {"status": finding.STATUS, **paging.QUERY}


class MyGames(View):
    @call(
        name="list_my_games",
        scope="game:read",
        tag="me",
        summary="List my games",
        description=(
            "Returns the caller's games: first those that wait for the caller, by deadline, then those that "
            "wait for others, those that have not started, and finished games last. Each has its open "
            "`turn`, and in `mine` what the caller is asked, the deadline and the number of unread events. "
            "`last` is the newest number of the caller's feed: later events have higher numbers in "
            "`/me/events` and `/me/stream`."
        ),
        query=QUERY,
        answer=Answer(200, "MyGamePage", "The caller's games.", "MyGamePage"),
    )
    def get(self, request: Request) -> HttpResponse:
        home = Home(player(request), self.query.get("status"))
        window: paging.Window[HomeGame] = paging.Window(home.read)
        size = self.query.get("page_size")
        page, links = paging.paginate(request, window, ("place", "id"), size, position=PLACE)

        def show() -> dict[str, Any]:
            return {"results": [one.show() for one in page], "last": home.last, **links}

        parts = [one.shown for one in page] + [link or "" for link in links.values()]
        return tagged(request, tag(str(home.last), *parts), show)


class MyReading(View):
    @call(
        name="mark_read",
        scope="game:read",
        tag="me",
        summary="Mark events as read",
        description=(
            "Marks events as read up to a number of the caller's feed, in all games or in one. They no "
            "longer count as `unread` in `/me/games`. Read events stay read: a lower number changes nothing."
        ),
        request="ReadMark",
        request_example={"number": 57},
        answer=Answer(204, None, "The events are marked."),
        refuses=("game_not_found", "not_a_player"),
    )
    def put(self, request: Request) -> Response:
        wish = body(request, READ)
        mark_read(player(request), wish["number"], wish.get("game"))
        return Response(status=204)
