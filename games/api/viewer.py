"""Endpoint of a caller's own note and settings for one game."""

from collections.abc import Collection
from typing import Any

from django.utils.translation import override
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from common.rest import paging
from common.rest.errors import ApiError
from common.rest.fields import TEXT
from common.rest.language import name_language
from common.rest.responses import problems, typed_response
from common.rest.view import View
from games.api.messages import show_message
from games.api.sentences import add_question_texts, add_sentences, answer_language
from games.api.serializers import NOTIFICATIONS, ViewerRequest
from games.event_types.catalogue import is_shown
from games.feeds.streams.feeds import GameLog
from games.lobby import messages, preferences
from games.models import GamePreferences
from games.shapes.games import IncludedInGame
from games.shapes.people import TableMessage, ViewerBody
from games.visibility.game_view import GameView
from players.authentication import player, refuse_without, viewer
from players.models import Player

Json = dict[str, Any]
AS_USUAL, OFF = NOTIFICATIONS


class Viewer(View):
    required_scopes = ["game:read"]
    serializer_class = ViewerRequest

    @extend_schema(
        operation_id="get_viewer",
        tags=["me"],
        responses={
            200: typed_response(ViewerBody, "The note and the switch.", "Viewer"),
            **problems("game_not_found"),
        },
    )
    def get(self, request: Request, game: str) -> Response:
        """Get my note and notifications.

        Returns the caller's private data about a game, as `include=viewer` of the game does.
        """
        me = player(request)
        view = GameView.load(game, me)
        return Response(show_preferences(preferences.get_preferences(view.game.pk, me), me))

    @extend_schema(
        operation_id="update_viewer",
        tags=["me"],
        responses={
            200: typed_response(ViewerBody, "The note and the switch as they are now.", "Viewer"),
            **problems("game_not_found", "not_a_player", "too_many_notes", "insufficient_scope"),
        },
    )
    def patch(self, request: Request, game: str) -> Response:
        """Update my note and notifications.

        Changes the caller's private data about a game, the given members only. `note` is a note on any game
        that the caller may see; null deletes it (scope `game:play`). `notifications` switches this game's
        notifications off or on and drops waiting ones (scope `notice:write`); only a player with a seat can
        switch them off.
        """
        body = ViewerRequest(data=request.data)
        body.is_valid(raise_exception=True)
        wanted, me = body.validated_data, player(request)
        changes: Json = {}
        view = GameView.load(game, me)
        if "note" in wanted:
            refuse_without(request, "game:play")
            changes["note"] = wanted["note"]
        if "notifications" in wanted:
            refuse_without(request, "notice:write")
            changes["muted"] = wanted["notifications"] == OFF
            if changes["muted"]:
                view.refuse_without_seat()
        return Response(show_preferences(preferences.change_preferences(game, me, **changes), me))


def answer_with_parts(request: Request, view: GameView, include: Collection[str]) -> Response:
    """Answer with a game and the parts of it that the request asks for."""
    me, found, more = viewer(request), view.get_game(), IncludedInGame()
    if "viewer" in include:
        chosen = preferences.get_preferences(view.game.pk, me) if me else None
        more["viewer"] = show_preferences(chosen, me) if me and chosen else None
    if "events" in include:
        page = GameLog(view.game.pk).read_page(
            max(0, view.last_event - paging.DEFAULT_PAGE_SIZE), paging.DEFAULT_PAGE_SIZE
        )
        more["newest_events"] = [one for one in reversed(page.events) if is_shown(one, me)]
    if not {TEXT, "messages"} & {*include}:
        return Response({**found, **more})
    language = answer_language(request)
    if "messages" in include:
        with override(language):
            more["newest_messages"] = None if me is None else _newest_messages(view, me)
    if TEXT in include:
        found = add_question_texts(found, language)
        if "events" in include:
            events, games = more["newest_events"], [view.get_summary()]
            more["newest_events"] = add_sentences(request, events, language, games)
    response = Response({**found, **more})
    name_language(response, language)
    return response


def show_preferences(chosen: GamePreferences, me: Player) -> ViewerBody:
    """Return the caller's note and switch, each null where the token lacks its scope."""
    switch = OFF if chosen.muted else AS_USUAL
    reads = "game:read" in me.scopes
    return {
        "note": chosen.note if reads else None,
        "noted_at": chosen.noted_at if reads else None,
        "notifications": switch if "notice:write" in me.scopes else None,
    }


def _newest_messages(view: GameView, me: Player) -> list[TableMessage] | None:
    """Return the newest messages of the table, newest first; None for those who may not read them."""
    if "message:read" not in me.scopes:
        return None
    try:
        rows = messages.at_table(view.game.pk, me)
    except ApiError:  # The viewer has no seat at the table.
        return None
    return [show_message(one) for one in rows.order_by("-at", "-id")[: paging.DEFAULT_PAGE_SIZE]]
