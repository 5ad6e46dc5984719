"""A phone's home screen in one call, and what of it has been read."""

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from common.rest import paging
from common.rest.fields import TEXT
from common.rest.language import name_language
from common.rest.responses import LANGUAGE, problems, typed_response
from common.rest.view import PagedView, View, allow_compression, tagged_response
from games.api.queries import MyGameListQuery, ReadPositionQuery
from games.api.sentences import add_last_event_texts, answer_language
from games.api.serializers import ReadMarkRequest
from games.feeds.home import Home, mark_read, read_position
from games.lobby import invitations, messages
from games.shapes.games import MyGamePage
from games.shapes.people import ReadPosition, WaitingCounts
from games.visibility.snapshot import entity_tag
from players.authentication import player
from players.models import Player
from players.relations import count_requests

PLACE = r"-?[0-9]{1,13}(\.[0-9]{1,6})?"
"""What a place in the list looks like in a cursor."""


class MyGames(PagedView):
    required_scopes = ["game:read"]
    ordering = ("place", "id")
    place = PLACE
    pagination_class = paging.StatementPages
    query_serializer_class = MyGameListQuery

    @extend_schema(
        operation_id="list_my_games",
        tags=["me"],
        parameters=[*LANGUAGE],
        responses={
            200: typed_response(MyGamePage, "The caller's games.", "MyGamePage"),
        },
    )
    @allow_compression
    def get(self, request: Request) -> HttpResponse:
        """List my games.

        Returns the caller's games: first those that wait for the caller, by deadline, then those that wait
        for others, those that have not started, and finished games last. Each has its open `turn`, and in
        `mine` what the caller is asked, the deadline and the number of unread events. `last` is the newest
        number of the caller's feed: later events have higher numbers in `/me/events` and `/me/stream`. With
        `include`, one call returns all that a home screen shows.
        """
        query = MyGameListQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        home = Home(player(request), query.validated_data.get("status"))
        page, links = self.paginate_queryset(home.read), self.get_links()

        include = query.validated_data.get("include", ())
        language = answer_language(request) if TEXT in include else None
        counts = _count_waiting(player(request)) if "counts" in include else None

        def show() -> MyGamePage:
            shown = [one.get_body() for one in page]
            if language is not None:
                shown = add_last_event_texts(shown, language)
            return {"results": shown, "last": home.last, "counts": counts, **links}

        parts = [one.shown for one in page] + [link or "" for link in links.values()]
        response = tagged_response(
            request, entity_tag(str(home.last), str(counts), *parts, language or ""), show
        )
        if language is not None:
            name_language(response, language)
        return response


def _count_waiting(me: Player) -> WaitingCounts | None:
    """Count what other people wait for; None for a token that may not read it."""
    if "message:read" not in me.scopes:
        return None
    return {
        "invitations": invitations.list_for_player(me).count(),
        "friend_requests": count_requests(me),
        "messages": messages.count_unread(me),
    }


class MyReading(View):
    required_scopes = ["game:read"]
    serializer_class = ReadMarkRequest
    query_serializer_class = ReadPositionQuery

    @extend_schema(
        operation_id="get_read_position",
        tags=["me"],
        responses={
            200: typed_response(ReadPosition, "How far the marks reach.", "ReadPosition"),
            **problems("game_not_found", "not_a_player"),
        },
    )
    def get(self, request: Request) -> Response:
        """Get how far I have read.

        Returns the number of the caller's feed up to which events are marked as read, in all games or in one.
        """
        query = ReadPositionQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        game = query.validated_data.get("game")
        position: ReadPosition = {"number": read_position(player(request), game), "game": game}
        return Response(position)

    @extend_schema(
        operation_id="mark_read",
        tags=["me"],
        responses={
            204: OpenApiResponse(description="The events are marked."),
            **problems("game_not_found", "not_a_player"),
        },
    )
    def put(self, request: Request) -> Response:
        """Mark events as read.

        Marks events as read up to a number of the caller's feed, in all games or in one. They no longer count
        as `unread` in `/me/games`, nor messages before them in `counts`. Read events stay read: a lower
        number changes nothing.
        """
        body = ReadMarkRequest(data=request.data)
        body.is_valid(raise_exception=True)
        mark_read(player(request), body.validated_data["number"], body.validated_data.get("game"))
        return Response(status=204)
