"""Inviting to a table, and playing once more with the same people.

Why so: docs/decisions/people.md.
"""

from collections.abc import Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from common.rest import paging
from common.rest.errors import ApiError
from common.rest.responses import LOCATION, created_response, problems, typed_response
from common.rest.throttles import InvitationThrottle, NamedInvitationThrottle
from common.rest.view import PagedView, View, ViewSet
from games.api.games import NOT_LET_IN, NOT_OPEN
from games.api.serializers import InvitationRequest, JoinRequest
from games.lobby import invitations, rematch
from games.models import Game, Invitation
from games.shapes.games import GameBody
from games.shapes.people import InvitationBody
from games.visibility.game_view import GameView, invited_table
from players.authentication import HasScopesIfSignedIn, player, refuse_without, viewer
from players.idempotency import make_idempotent
from players.models import Player

_OF_HOST = ("game_not_found", "not_a_player", "not_host")
_SEATED = ("already_joined", *NOT_LET_IN, "too_many_changes")


class InvitationPages(PagedView):
    ordering = ("-made_at", "-id")

    def answer_page(self, rows: invitations.Rows) -> Response:
        request, page = self.request, self.paginate_queryset(rows)
        return self.get_paginated_response(
            [_invitation_body(request, one, player(request)) for one in page]
        )


class GameInvitations(InvitationPages):
    required_scopes = {"GET": ["message:read"], "POST": ["game:host"]}
    serializer_class = InvitationRequest
    throttle_classes = [NamedInvitationThrottle]

    @extend_schema(
        operation_id="list_invitations",
        tags=["people"],
        responses={
            200: typed_response(
                paging.PageBody[InvitationBody], "The invitations.", "InvitationPage"
            ),
            **problems(*_OF_HOST),
        },
    )
    def get(self, request: Request, game: str) -> Response:
        """List a game's invitations.

        Returns a game's invitations to its host, newest first. Revoked ones are gone.
        """
        paging.PageQuery(data=request.query_params).is_valid(raise_exception=True)
        return self.answer_page(invitations.list_for_host(game, player(request)))

    @make_idempotent
    @extend_schema(
        operation_id="create_invitation",
        tags=["people"],
        parameters=[LOCATION],
        responses={
            201: typed_response(InvitationBody, "The invitation.", "Invitation"),
            **problems(
                *_OF_HOST,
                *NOT_OPEN,
                "unknown_player",
                "already_joined",
                "player_blocked",
                "invalid_invitation",
                "too_many_invitations",
            ),
        },
    )
    def post(self, request: Request, game: str) -> Response:
        """Create an invitation.

        Creates an invitation. Only the host may do this: for a `player` by name, who gets the event
        `invited`, or as a link that everyone with its `code` can use, up to `uses` times and for
        `expires_in`. An invitation reserves no seat. Inviting the same player again returns the same
        invitation.
        """
        body = InvitationRequest(data=request.data)
        body.is_valid(raise_exception=True)
        wanted, host = body.validated_data, player(request)
        if "player" not in wanted:
            length = wanted.get("expires_in", invitations.USUAL_LENGTH)
            invitation = invitations.create_link(game, host, wanted.get("uses", 1), length)
        elif len(wanted) > 1:
            message = _("An invitation by name is for that player alone, and good until the start.")
            extra = min(wanted.keys() - {"player"})
            raise ApiError("invalid_invitation", message, f"/{extra}")
        else:
            invitation = invitations.invite_player(game, host, wanted["player"])
        shown = _invitation_body(request, invitation, host)
        return Response(shown, status=201, headers={"Location": shown["url"]})


class MyInvitations(InvitationPages):
    required_scopes = ["message:read"]

    @extend_schema(
        operation_id="list_my_invitations",
        tags=["people"],
        responses={
            200: typed_response(
                paging.PageBody[InvitationBody], "The invitations.", "InvitationPage"
            ),
        },
    )
    def get(self, request: Request) -> Response:
        """List my invitations.

        Returns the caller's invitations to games that have not started, newest first.
        """
        paging.PageQuery(data=request.query_params).is_valid(raise_exception=True)
        return self.answer_page(invitations.list_for_player(player(request)))


class Invitations(ViewSet):
    required_scopes = {
        "GET": ["message:read"],
        "DELETE": ["game:host"],
        "POST": ["game:host"],
    }
    serializer_classes = {"accept": JoinRequest}
    lookup_url_kwarg = "invitation"
    lookup_value_converter = "id"

    def get_permissions(self) -> Sequence[Any]:
        return [HasScopesIfSignedIn()] if self.action == "retrieve" else super().get_permissions()

    @extend_schema(
        operation_id="get_invitation",
        tags=["people"],
        responses={
            200: typed_response(InvitationBody, "The invitation.", "Invitation"),
            **problems("invitation_not_found"),
        },
    )
    def retrieve(self, request: Request, invitation: str) -> Response:
        """Get an invitation.

        Returns an invitation. Anyone can look at a link until it ends; a named invitation is visible to its
        two players. Only `accept_invitation` tells whether a seat is still free.
        """
        caller = viewer(request)
        found = invitations.get_invitation(invitation, caller)
        return Response(_invitation_body(request, found, caller))

    @extend_schema(
        operation_id="delete_invitation",
        tags=["people"],
        responses={
            204: OpenApiResponse(description="The invitation is revoked or declined."),
            **problems("invitation_not_found", "invitation_over"),
        },
    )
    def destroy(self, request: Request, invitation: str) -> Response:
        """Revoke or decline an invitation.

        Revokes an invitation if the caller hosts its game. Players who have already joined with it stay.
        Declines an invitation that names the caller, and tells the host (`invitation_declined`); this takes
        `message:write`, too. The caller may still accept it later. Declining fails with `invitation_over`
        when the caller has already joined, or the game has started or was cancelled.
        """
        me = player(request)
        if not invitations.delete_invitation(invitation, me):
            refuse_without(request, "message:write")
            invitations.decline_invitation(invitation, me)
        return Response(status=204)

    @extend_schema(
        operation_id="accept_invitation",
        tags=["people"],
        responses={
            200: typed_response(GameBody, "The game as its new player sees it.", "Game"),
            **problems("invitation_not_found", "invitation_over", "no_bot_accounts", *_SEATED),
        },
    )
    @action(detail=True, methods=["post"])
    @make_idempotent
    def accept(self, request: Request, invitation: str) -> Response:
        """Accept an invitation.

        Joins the game as `join_game` does. A link can be accepted by this call only. Fails with
        `invitation_over` when the invitation is used up, or the game is full, started or cancelled, and with
        `invitation_not_found` when the invitation was revoked or has expired.
        """
        body = JoinRequest(data=request.data)
        body.is_valid(raise_exception=True)
        game = invitations.accept_invitation(
            invitation, player(request), body.validated_data.get("entropy")
        )
        return Response(GameView.load(game, player(request)).get_game())


class Rematch(View):
    required_scopes = ["game:host"]
    throttle_classes = [InvitationThrottle]

    @make_idempotent
    @extend_schema(
        operation_id="create_rematch",
        tags=["people"],
        parameters=[LOCATION],
        responses={
            200: typed_response(GameBody, "The rematch, which the caller has joined.", "Game"),
            201: typed_response(GameBody, "The rematch, which the caller hosts.", "GameCreated"),
            **problems(
                "game_not_found",
                "not_a_player",
                "game_not_finished",
                "game_full",
                *_SEATED,
                *NOT_OPEN,
                "unknown_ruleset",
                "unknown_bot",
                "invalid_options",
                "invalid_seats",
            ),
        },
    )
    def post(self, request: Request, game: str) -> Response:
        """Start or join a rematch.

        Creates a rematch of a finished game (201), or joins the existing one (200); every game has one
        rematch. Only its players may do this. The first becomes the host, and the others are invited
        (`invited`, with `rematch_of`). Every player moves up by one seat.
        """
        again, is_new = rematch.offer_rematch(game, player(request))
        shown = GameView.load(again, player(request)).get_game()
        return created_response(shown, "games:game-detail", again) if is_new else Response(shown)


def _invitation_body(
    request: Request, invitation: Invitation, caller: Player | None
) -> InvitationBody:
    is_own = caller is not None and caller.pk == invitation.by_id
    reads = caller is None or "message:read" in caller.scopes
    game = invitation.game
    table = invited_table(game)
    if game.private and game.status != Game.Status.OPEN:
        # Its host may be another player by now, and strangers may not learn who plays there.
        table = {**table, "host": invitation.by.username}
    return {
        "code": invitation.pk,
        "url": request.build_absolute_uri(reverse("games:invitation-detail", args=[invitation.pk])),
        "invited_by": invitation.by.username,
        "player": invitation.to.username if invitation.to else None,
        "uses_left": invitation.uses - invitation.used if is_own and invitation.uses else None,
        "created_at": invitation.made_at,
        "expires_at": invitation.expires_at,
        "declined_at": invitation.declined_at if reads else None,
        "table": table,
    }
