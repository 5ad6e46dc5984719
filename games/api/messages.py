"""Endpoints of the messages at a table."""

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from common.rest import paging
from common.rest.describe import SuccessAnswer, call
from common.rest.view import PagedView, View
from games.api.serializers import MessageRequest
from games.lobby import messages
from games.models import Message
from games.shapes.people import TableMessage
from players.authentication import player
from players.idempotency import make_idempotent

_AT_TABLE = ("game_not_found", "not_a_player")


class GameMessages(PagedView):
    ordering = ("-at", "-id")
    serializer_class = MessageRequest

    @call(
        name="list_messages",
        scope="message:read",
        tag="people",
        summary="List a table's messages",
        description=(
            "Returns the messages at a game's table to its players, newest first. A message from a player "
            "that the caller has blocked or muted is `folded`: clients show it only on request."
        ),
        answer=SuccessAnswer(200, "TableMessagePage", "The messages.", "TableMessagePage"),
        refuses=_AT_TABLE,
        compressed=True,
    )
    def get(self, request: Request, game: str) -> Response:
        paging.PageQuery(data=request.query_params).is_valid(raise_exception=True)
        page = self.paginate_queryset(messages.at_table(game, player(request)))
        return self.get_paginated_response([show_message(one) for one in page])

    @make_idempotent
    @call(
        name="create_message",
        scope="message:write",
        tag="people",
        summary="Post a message",
        description=(
            "Posts a message to all players of the game. Players may write before the start and after the "
            "end, too. The others get the event `message_written`. Messages are not part of the "
            "game's log or record."
        ),
        request_example={"text": "Well played! The tide was not on my side."},
        answer=SuccessAnswer(201, "TableMessage", "The message.", "TableMessage"),
        refuses=(*_AT_TABLE, "messages_off", "too_many_messages"),
    )
    def post(self, request: Request, game: str) -> Response:
        body = MessageRequest(data=request.data)
        body.is_valid(raise_exception=True)
        message = messages.write(game, player(request), body.validated_data["text"])
        headers = {"Location": reverse("games:game-message-detail", args=[game, message.pk])}
        return Response(show_message(message), status=201, headers=headers)


class OneMessage(View):
    @call(
        name="delete_message",
        scope="message:write",
        tag="people",
        summary="Delete my message",
        description="Deletes the text of the caller's message for everyone. The empty message stays.",
        answer=SuccessAnswer(204, None, "The text is deleted."),
        refuses=(*_AT_TABLE, "message_not_found"),
    )
    def delete(self, request: Request, game: str, message: str) -> Response:
        messages.delete(game, player(request), message)
        return Response(status=204)


def show_message(message: Message) -> TableMessage:
    """Return a message as the API shows it; one that was not read for a viewer is not folded."""
    return {
        "id": message.pk,
        "player": message.author.username,
        "text": message.text,
        "created_at": message.at,
        "deleted_at": message.deleted_at,
        "folded": getattr(message, "folded", False),
    }
