"""Endpoints of the messages at a table."""

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from common.rest import paging
from common.rest.responses import LANGUAGE, LOCATION, created_response, problems, typed_response
from common.rest.throttles import MessageThrottle
from common.rest.view import PagedView, View, allow_compression
from games.api.sentences import answer_localized
from games.api.serializers import MessageRequest
from games.lobby import messages
from games.models import Message
from games.models.people import Phrase, message_words, phrase_of
from games.shapes.people import PhraseBody, TableMessage
from players.authentication import HasScopesIfSignedIn, player
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
        parameters=[*LANGUAGE],
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
        return answer_localized(
            request, lambda: self.get_paginated_response([show_message(one) for one in page])
        )

    @make_idempotent
    @extend_schema(
        operation_id="create_message",
        tags=["people"],
        parameters=[*LANGUAGE, LOCATION],
        responses={
            201: typed_response(TableMessage, "The message.", "TableMessage"),
            **problems(
                *_AT_TABLE, *("messages_off", "phrases_only", "silenced", "too_many_messages")
            ),
        },
    )
    def post(self, request: Request, game: str) -> Response:
        """Post a message.

        Posts a text or a set phrase to all players of the game, who may write before the start and after the
        end, too. Where `chat` of the game is `phrases`, texts are refused. The others get the event
        `message_written`. Messages are not part of the game's log or record.
        """
        body = MessageRequest(data=request.data)
        body.is_valid(raise_exception=True)
        made = messages.write(game, player(request), **body.validated_data)
        return answer_localized(
            request,
            lambda: created_response(
                show_message(made), "games:game-message-detail", game, made.pk
            ),
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


class Phrases(View):
    required_scopes = ["game:read"]
    permission_classes = [HasScopesIfSignedIn]

    @extend_schema(
        operation_id="list_phrases",
        tags=["people"],
        parameters=[*LANGUAGE],
        responses={
            200: typed_response(paging.PageBody[PhraseBody], "All on one page.", "PhrasePage")
        },
    )
    @allow_compression
    def get(self, request: Request) -> Response:
        """List the set phrases.

        Returns the phrases that can be posted as a message, in the language of `Accept-Language`. Each reader
        of a message gets its phrase in the reader's language.
        """

        def show() -> Response:
            shown: list[PhraseBody] = [{"id": one.value, "text": str(one.label)} for one in Phrase]
            return Response(paging.whole_page(shown))

        return answer_localized(request, show)


def show_message(message: Message) -> TableMessage:
    """Return a message as the API shows it; one that was not read for a viewer is not folded."""
    return {
        "id": message.pk,
        "player": message.author.username,
        "text": message_words(message.text),
        "phrase": phrase_of(message.text),
        "created_at": message.at,
        "deleted_at": message.deleted_at,
        "folded": getattr(message, "folded", False),
    }
