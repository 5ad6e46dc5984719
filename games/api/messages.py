"""What people at a table write to each other."""

from collections.abc import Iterable
from typing import Any

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.request_schema import MESSAGE
from games.messages import messages
from games.models import Message
from players.authentication import player
from players.idempotency import once
from tideapi.rest import paging
from tideapi.rest.describe import Answer, call
from tideapi.rest.reading import body
from tideapi.rest.schemas import closed
from tideapi.rest.view import View

Json = dict[str, Any]
_WRITING = closed({"text": MESSAGE})
_AT_TABLE = ("game_not_found", "not_a_player")


class Messages(View):
    @call(
        name="list_messages",
        scope="message:read",
        tag="people",
        summary="List a table's messages",
        description=(
            "Returns the messages at a game's table to its players, newest first. A message from a player "
            "whom the caller has blocked or muted is `folded`: clients show it only on request."
        ),
        query=paging.QUERY,
        answer=Answer(200, "TableMessagePage", "The messages.", "TableMessagePage"),
        refuses=_AT_TABLE,
    )
    def get(self, request: Request, game: str) -> Response:
        me = player(request)
        rows = messages.at_table(game, me)

        def show(some: Iterable[Message]) -> list[Json]:
            return [_shown(one, folded=getattr(one, "folded", False)) for one in some]

        return paging.paged(request, rows, ("-at", "-id"), show, self.query.get("page_size"))

    @once
    @call(
        name="create_message",
        scope="message:write",
        tag="people",
        summary="Post a message",
        description=(
            "Posts a message to all players of the game. Players may write before the start and after the "
            "end, too. The others hear of it by `message_written`. Messages are in no log and no record."
        ),
        request="MessageRequest",
        request_example={"text": "Well played! The tide was not on my side."},
        answer=Answer(201, "TableMessage", "The message.", "TableMessage"),
        refuses=(*_AT_TABLE, "messages_off", "too_many_messages"),
    )
    def post(self, request: Request, game: str) -> Response:
        wish = body(request, _WRITING)
        row = messages.write(game, player(request), wish["text"])
        headers = {"Location": reverse("games:game-message-detail", args=[game, row.pk])}
        return Response(_shown(row, folded=False), status=201, headers=headers)


class OneMessage(View):
    @call(
        name="delete_message",
        scope="message:write",
        tag="people",
        summary="Delete my message",
        description="Deletes the text of the caller's message for everyone. The empty message stays.",
        answer=Answer(204, None, "The text is deleted."),
        refuses=(*_AT_TABLE, "message_not_found"),
    )
    def delete(self, request: Request, game: str, message: str) -> Response:
        messages.delete(game, player(request), message)
        return Response(status=204)


def _shown(row: Message, *, folded: bool) -> Json:
    return {
        "id": row.pk,
        "player": row.author.username,
        "text": row.text,
        "created_at": row.at,
        "deleted_at": row.deleted_at,
        "folded": folded,
    }
