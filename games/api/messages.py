"""Endpoints of the messages at a table."""

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from common.rest import paging
from common.rest.responses import LOCATION, created_response, problems, typed_response
from common.rest.throttles import MessageThrottle
from common.rest.view import PagedView, View, allow_compression
from games.api.serializers import MessageRequest
from games.lobby import messages
from games.models import Message
from games.shapes.people import TableMessage
from players.authentication import player
from players.idempotency import make_idempotent

_AT_TABLE = ("game_not_found", "not_a_player")


class GameMessages(PagedView):
    required_scopes = {"GET": ["message:read"], "POST": ["message:write"]}
    ordering = ("-at", "-id")
    serializer_class = MessageRequest
    throttle_classes = [MessageThrottle]

    @extend_schema(
        operation_id="list_messages",
        tags=["people"],
        responses={
            200: typed_response(paging.PageBody[TableMessage], "The messages.", "TableMessagePage"),
            **problems(*_AT_TABLE),
        },
    )
    @allow_compression
    def get(self, request: Request, game: str) -> Response:
        """List a table's messages.

        Returns the messages at a game's table to its players, newest first. A message from a player that the
        caller has blocked or muted is `folded`: clients show it only on request.
        """
        paging.PageQuery(data=request.query_params).is_valid(raise_exception=True)
        page = self.paginate_queryset(messages.at_table(game, player(request)))
        return self.get_paginated_response([show_message(one) for one in page])

    @make_idempotent
    @extend_schema(
        operation_id="create_message",
        tags=["people"],
        parameters=[LOCATION],
        responses={
            201: typed_response(TableMessage, "The message.", "TableMessage"),
            **problems(*_AT_TABLE, "messages_off", "silenced", "too_many_messages"),
        },
    )
    def post(self, request: Request, game: str) -> Response:
        """Post a message.

        Posts a message to all players of the game. Players may write before the start and after the end, too.
        The others get the event `message_written`. Messages are not part of the game's log or record.
        """
        body = MessageRequest(data=request.data)
        body.is_valid(raise_exception=True)
        message = messages.write(game, player(request), body.validated_data["text"])
        return created_response(
            show_message(message), "games:game-message-detail", game, message.pk
        )


class OneMessage(View):
    required_scopes = ["message:write"]

    @extend_schema(
        operation_id="delete_message",
        tags=["people"],
        responses={
            204: OpenApiResponse(description="The text is deleted."),
            **problems(*_AT_TABLE, "message_not_found"),
        },
    )
    def delete(self, request: Request, game: str, message: str) -> Response:
        """Delete my message.

        Deletes the text of the caller's message for everyone. The empty message stays.
        """
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
