"""The questions that wait for a player, their feed, and their profile."""

from collections.abc import Collection
from functools import partial
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from common.rest import paging
from common.rest.errors import ApiError
from common.rest.fields import TEXT
from common.rest.language import name_language
from common.rest.responses import LANGUAGE, problems, typed_response
from common.rest.view import PagedView, View, allow_compression, tagged_response
from games.api import event_pages, game_filters
from games.api.queries import FeedQuery, MyTurnListQuery, ProfileQuery
from games.api.sentences import answer_language, question_texts
from games.feeds.streams.feeds import PlayersFeed
from games.lobby.limits import Reliability
from games.models import Game, Seat, count_questions
from games.shapes.events import EventPage
from games.shapes.games import PlayerProfile, QuestionBody
from games.visibility import game_lists, questions
from games.visibility.snapshot import entity_tag
from players.authentication import HasScopesIfSignedIn, player, viewer
from players.models import PROFILE_PARTS, Player
from players.relations import RELATION_SCOPE, show_relation

MAX_RUNNING_GAMES = 6
"""Games in a profile, which is a screen and no list."""


class MyTurns(PagedView):
    required_scopes = ["game:read"]
    ordering = ("own_due", "id")
    pagination_class = paging.StatementPages
    query_serializer_class = MyTurnListQuery

    @extend_schema(
        operation_id="list_my_turns",
        tags=["me"],
        parameters=[*LANGUAGE],
        responses={
            200: typed_response(paging.PageBody[QuestionBody], "The questions.", "QuestionPage"),
        },
    )
    def get(self, request: Request) -> HttpResponse:
        """List my open questions.

        Returns the questions put to the caller in all games, earliest deadline first. A question stays in the
        list with its `submission` until its turn closes; `open=true` leaves answered questions out.
        `include=game` adds each game as the caller may see it (`view`), read at the same moment, so that a
        bot needs no other call. `include=text` adds the question and its answers in words.
        """
        query = MyTurnListQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        included = query.validated_data.get("include", ())
        waiting = partial(
            questions.list_questions,
            player(request),
            unanswered=query.validated_data.get("open", False),
            with_games=bool(included),
        )
        page, links = self.paginate_queryset(waiting), self.get_links()

        language = answer_language(request) if TEXT in included else None

        def show() -> paging.PageBody[QuestionBody]:
            shown = [questions.question_body(one) for one in page]
            if language is not None:
                shown = [_with_texts(one, language, included) for one in shown]
            return {"results": shown, **links}

        known_by = questions.page_tag(page, links)
        if language is None:
            return tagged_response(request, known_by, show)
        response = tagged_response(request, entity_tag(known_by, *sorted(included), language), show)
        name_language(response, language)
        return response


def _with_texts(shown: QuestionBody, language: str, included: Collection[str]) -> QuestionBody:
    """Return a question with its texts, and without its game where that was not asked for."""
    shown["texts"] = question_texts(shown["view"], language)
    if "game" not in included:
        del shown["view"]
    return shown


class MyEvents(View):
    required_scopes = ["game:read"]
    query_serializer_class = FeedQuery

    @extend_schema(
        operation_id="list_my_events",
        tags=["me"],
        parameters=[*LANGUAGE],
        responses={
            200: typed_response(EventPage, "The events.", "EventPage"),
        },
    )
    @allow_compression
    def get(self, request: Request) -> Response:
        """List my feed's events.

        Returns the caller's feed: every event of the caller's games since joining, numbered from 1 without a
        gap. A client that asks again with `after` set to the last number it has seen misses nothing.
        `before=latest` returns the newest events, newest first. Without the scope `message:read`, events
        between people are left out, and without `notice:write` those about disabled receivers; their numbers
        are then missing. `last` is the newest number. Old events that the caller has marked as read
        (`mark_read`) may be gone from the beginning of the feed.
        """
        query = FeedQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        feed = PlayersFeed(player(request).pk)
        return event_pages.event_page(request, query.validated_data, feed)


class Profile(View):
    required_scopes = ["game:read"]
    permission_classes = [HasScopesIfSignedIn]
    query_serializer_class = ProfileQuery

    @extend_schema(
        operation_id="get_player",
        tags=["players"],
        responses={
            200: typed_response(PlayerProfile, "The profile.", "Profile"),
            **problems("player_not_found"),
        },
    )
    @allow_compression
    def get(self, request: Request, username: str) -> Response:
        """Get a player's profile.

        Returns a player's public profile, with null for what the player hides. For another player, the
        response adds the caller's relation to that player and the results of their games together. Players
        see their own profile in full.
        """
        query = ProfileQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        caller = viewer(request)
        players = Player.objects.named(username).filter(is_active=True).select_related("bot_of")
        if caller is not None:
            players = players.with_relation_to(caller)
        found = players.first()
        if found is None:
            raise ApiError("player_not_found", "There is no such player.")
        is_own = found == caller
        is_shown = {part: is_own or part in found.shows for part in PROFILE_PARTS}
        other = None if is_own else caller
        counts = Reliability(*count_questions(found.pk)) if is_shown["reliability"] else None
        profile: PlayerProfile = {
            "username": found.username,
            "account": found.kind,
            "avatar": found.shown_avatar,
            "bot_of": found.bot_of.username if found.bot_of else None,
            "relation": show_relation(found)
            if other is not None and RELATION_SCOPE in other.scopes
            else None,
            "about": found.about if is_shown["about"] else None,
            "created_at": found.date_joined if is_shown["created_at"] else None,
            "games": _count_games(found) if is_shown["games"] else None,
            "head_to_head": _count_meetings(other, found)
            if other is not None and is_shown["games"]
            else None,
            "reliability": None
            if counts is None
            else {
                "required": counts.required,
                "answered": counts.answered,
                "percent": counts.share_in_percent,
            },
        }
        if "games" in query.validated_data.get("include", ()):
            wanted = {"player": found.username, "status": Game.Status.RUNNING}
            newest = game_filters.find_games(wanted, caller).order_by("-created_at", "-id")
            shown = [one.pk for one in newest[:MAX_RUNNING_GAMES]]
            profile["running_games"] = game_lists.list_summaries(shown, caller)
        return Response(profile)


_RUNNING = Q(game__status=Game.Status.RUNNING)
_FINISHED = Q(game__status=Game.Status.FINISHED)


def _count_games(player: Player) -> Any:
    """Count a player's public games."""
    seats = Seat.objects.kept().filter(_RUNNING | _FINISHED, player=player, game__private=False)
    return _count_by_ruleset(
        seats,
        running=Count("pk", filter=_RUNNING),
        finished=Count("pk", filter=_FINISHED),
        won=Count("pk", filter=_FINISHED & Q(won=True)),
    )


def _count_meetings(caller: Player, player: Player) -> Any:
    """Count the finished games in which both have seats, and who has won them."""
    theirs = Seat.objects.kept().filter(game=OuterRef("game"), player=player)
    seats = Seat.objects.kept().filter(_FINISHED, Exists(theirs), player=caller)
    return _count_by_ruleset(
        seats,
        played=Count("pk"),
        won_by_me=Count("pk", filter=Q(won=True)),
        won_by_player=Count("pk", filter=Exists(theirs.filter(won=True))),
    )


def _count_by_ruleset(seats: "QuerySet[Seat]", **counts: Count) -> Any:
    """Return these numbers of the games of seats: of all rulesets together, and of each."""
    rows: Any = seats.values(ruleset=F("game__ruleset")).annotate(**counts).order_by("ruleset")
    each = [*rows]
    return {**{name: sum(one[name] for one in each) for name in counts}, "rulesets": each}
