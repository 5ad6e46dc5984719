"""The caller's relations to other players: friends, blocks and mutes.

Why so: docs/decisions/people.md.
"""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from common.rest.paging import PageBody
from common.rest.responses import problems, typed_response
from common.rest.throttles import FriendRequestThrottle
from common.rest.view import PagedViewSet
from players.api.serializers import RelationChange, RelationListQuery
from players.api.shapes import RelatedPlayerBody
from players.authentication import player
from players.relations import (
    RELATION_SCOPE,
    Relation,
    find_other,
    list_relations,
    show_relation,
    update_relation,
)

_CONFLICTS = ("player_blocked", "moderator_not_blocked", "too_many_people")


class Relations(PagedViewSet):
    required_scopes = {"GET": [RELATION_SCOPE], "PATCH": ["message:write", RELATION_SCOPE]}
    ordering = ("-changed_at", "-id")
    query_serializer_class = RelationListQuery
    serializer_classes = {"partial_update": RelationChange}
    throttle_classes = [FriendRequestThrottle]
    lookup_url_kwarg = "username"
    lookup_value_converter = "id"

    @extend_schema(
        operation_id="list_relations",
        tags=["people"],
        responses={
            200: typed_response(PageBody[RelatedPlayerBody], "The players.", "RelatedPlayerPage"),
        },
    )
    def list(self, request: Request) -> Response:
        """List my relations to players.

        Returns the caller's friends, the players that the caller has asked, blocked or muted, and those who
        have asked the caller; the relation that changed last comes first. Blocks and mutes that other players
        have made are not listed.
        """
        query = RelationListQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        rows = list_relations(player(request), query.validated_data.get("relation"))
        shown: list[RelatedPlayerBody] = [
            {
                "player": one.username,
                "avatar": one.shown_avatar,
                "relation": show_relation(one),
            }
            for one in self.paginate_queryset(rows)
        ]
        return self.get_paginated_response(shown)

    @extend_schema(
        operation_id="get_relation",
        tags=["people"],
        responses={
            200: typed_response(Relation, "The relation.", "Relation"),
            **problems("player_not_found", "not_yourself"),
        },
    )
    def retrieve(self, request: Request, username: str) -> Response:
        """Get my relation to a player.

        Returns the relation, which says nothing of what the other player thinks of the caller.
        """
        return Response(show_relation(find_other(player(request), username)))

    @extend_schema(
        operation_id="update_relation",
        tags=["people"],
        responses={
            200: typed_response(Relation, "The relation.", "Relation"),
            **problems("player_not_found", "not_yourself", *_CONFLICTS),
        },
    )
    def partial_update(self, request: Request, username: str) -> Response:
        """Update my relation to a player.

        Changes the given members only, all or none, and returns the relation. A new friend request sends
        `friend_asked`; the other player may ignore it. The server does not tell players that they were
        removed, declined, blocked or muted. A block ends the friendship, hides the other player's requests,
        invitations and seat offers, folds their messages, and keeps them from private tables of the caller.
        The blocked player sees unanswered requests and tables that have started. A mute only folds messages.
        Moderators are muted, not blocked.
        """
        body = RelationChange(data=request.data)
        body.is_valid(raise_exception=True)
        return Response(update_relation(player(request), username, body.validated_data))
