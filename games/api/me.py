"""What waits for the player herself, her own feed, and what others may know of her."""

from functools import partial
from typing import Any

import orjson
from django.http import HttpResponse
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import following
from games.feeds.streams.feeds import PlayersFeed
from games.lobby.reliability import Reliability
from games.repository.queries import people
from games.visibility import questions
from players.authentication import player, viewer
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
        summary="Every question that waits for me",
        description=(
            "In any game, the earliest deadline first. A question stays here with its `submission` "
            "until its turn closes; with `open=true` it goes as soon as I have answered. With "
            "`include=game` each has its game as I may see it (`view`), of the same moment: so a client that "
            "thinks needs no other call."
        ),
        query=INBOX,
        answer=Answer(200, "QuestionPage", "Questions.", "QuestionPage"),
    )
    def get(self, request: Request) -> HttpResponse:
        waiting = partial(
            questions.waiting,
            player(request),
            unanswered=self.query.get("open", False),
            with_games="include" in self.query,
        )
        inbox: paging.Window[questions.Question] = paging.Window(waiting)
        page, links = paging.turned(request, inbox, ("own_due", "id"), self.query.get("page_size"))

        def show() -> dict[str, Any]:
            return {"results": [questions.show(one) for one in page], **links}

        return tagged(request, questions.tag_of(page, links), show)


class MyEvents(View):
    @call(
        name="list_my_events",
        scope="game:read",
        tag="me",
        summary="One feed over all my games",
        description=(
            "Every event of the games in which I have a seat, from my joining on, numbered from 1 "
            "without a gap: ask again with `after` set to the last number seen and nothing is missed. What "
            "happens among people is left out without `message:read`, what ends a webhook or a receiver "
            "without `notice:write`; their numbers are missing then. "
            "`last` says how far the feed goes. What I have marked as read (`mark_read`) and is long over "
            "may be gone from the beginning of the feed."
        ),
        query=following.FEED,
        answer=Answer(200, "EventPage", "Events.", "EventPage"),
    )
    def get(self, request: Request) -> Response:
        return following.page(request, self.query, PlayersFeed(player(request).pk))


class Profile(View):
    permission_classes = [AllowAny]

    @call(
        name="get_player",
        scope="game:read",
        tag="players",
        summary="A player's public profile",
        description="With null for what she does not show. She herself sees all of it.",
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
            "joined_at": joined,
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
