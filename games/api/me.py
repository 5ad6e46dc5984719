"""What waits for the player herself, her own feed, and what others may know of her."""

from functools import partial
from typing import Any

import orjson
from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import following
from games.feeds.streams.feeds import PlayersFeed
from games.lobby.reliability import Reliability
from games.repository.queries import people
from games.visibility import questions
from players.authentication import HasScopes, player, viewer
from tideapi.rest import paging
from tideapi.rest.conditional import tagged
from tideapi.rest.describe import Answer, call
from tideapi.rest.errors import ApiError
from tideapi.rest.schemas import Schema, string
from tideapi.rest.view import View

INBOX: Schema = {
    "open": {
        "type": "boolean",
        "description": "Only questions that I have not answered.",
        "default": False,
    },
    "include": string("What each question has besides: its game as I may see it.", enum=["game"]),
    **paging.QUERY,
}


class MyTurns(View):
    @call(
        name="list_my_turns",
        scope="game:read",
        tag="me",
        summary="List my open questions",
        description=(
            "Returns the questions put to the caller in all games, earliest deadline first. A question stays "
            "in the list with its `submission` until its turn closes; `open=true` leaves answered questions "
            "out. `include=game` adds each game as the caller may see it (`view`), read at the same moment, "
            "so that a bot needs no other call."
        ),
        query=INBOX,
        answer=Answer(200, "QuestionPage", "The questions.", "QuestionPage"),
    )
    def get(self, request: Request) -> HttpResponse:
        waiting = partial(
            questions.waiting,
            player(request),
            unanswered=self.query.get("open", False),
            with_games="include" in self.query,
        )
        inbox: paging.Window[questions.Question] = paging.Window(waiting)
        page, links = paging.paginate(
            request, inbox, ("own_due", "id"), self.query.get("page_size")
        )

        def show() -> dict[str, Any]:
            return {"results": [questions.show(one) for one in page], **links}

        return tagged(request, questions.tag_of(page, links), show)


class MyEvents(View):
    @call(
        name="list_my_events",
        scope="game:read",
        tag="me",
        summary="List my feed's events",
        description=(
            "Returns the caller's feed: every event of the caller's games since joining, numbered from 1 "
            "without a gap. A client that asks again with `after` set to the last number it has seen misses "
            "nothing. Without the scope `message:read`, events between people are left out, and without "
            "`notice:write` those that end a webhook or a receiver; their numbers are then missing. `last` "
            "is the newest number. Old events that the caller has marked as read (`mark_read`) may be gone "
            "from the beginning of the feed."
        ),
        query=following.FEED,
        answer=Answer(200, "EventPage", "The events.", "EventPage"),
    )
    def get(self, request: Request) -> Response:
        return following.page(request, self.query, PlayersFeed(player(request).pk))


class Profile(View):
    permission_classes = [HasScopes]

    @call(
        name="get_player",
        scope="game:read",
        tag="players",
        summary="Get a player's profile",
        description=(
            "Returns a player's public profile, with null for what the player hides. Players see their own "
            "profile in full."
        ),
        answer=Answer(200, "PlayerProfile", "The profile.", "Profile"),
        refuses=("player_not_found",),
    )
    def get(self, request: Request, username: str) -> Response:
        found = people.PROFILE.row(username=username)
        if found is None:
            raise ApiError("player_not_found", "There is no such player.")
        number, name, account, bot_of, shows, about, joined, required, answered, played = found
        who = viewer(request)
        hers = who is not None and who.pk == number
        parts = {
            "about": about,
            "created_at": joined,
            "games": _counts(orjson.loads(played or "[]")),
            "reliability": {
                "required": required,
                "answered": answered,
                "percent": Reliability(required, answered).percent,
            },
        }
        shown = {part: value if hers or part in shows else None for part, value in parts.items()}
        return Response({"username": name, "account": account, "bot_of": bot_of, **shown})


def _counts(played: list[tuple[str, int, int, int]]) -> dict[str, Any]:
    """How many games are under way, over, and won: of all rulesets together, and of each."""
    names = ("running", "finished", "won")
    rulesets: list[dict[str, Any]] = [
        {"ruleset": ruleset, **dict(zip(names, counts, strict=True))} for ruleset, *counts in played
    ]
    sums = {name: sum(one[name] for one in rulesets) for name in names}
    return {**sums, "rulesets": rulesets}
