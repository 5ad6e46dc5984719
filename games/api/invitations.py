"""Inviting to a table, and playing once more with the same people.

Why so: docs/decisions/people.md.
"""

from collections.abc import Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from common.rest import paging
from common.rest.describe import SuccessAnswer, call
from common.rest.errors import ApiError
from common.rest.view import PagedView, View
from games.api.games import NOT_LET_IN, NOT_OPEN
from games.api.serializers import InvitationRequest, JoinRequest
from games.lobby import invitations, rematch
from games.models import Game, Invitation
from games.shapes.people import InvitationBody
from games.visibility.game_view import GameView, invited_table
from players.authentication import HasScopes, player, refuse_without, viewer
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


class Invitations(InvitationPages):
    serializer_class = InvitationRequest

    @call(
        name="list_invitations",
        scope="message:read",
        tag="people",
        summary="List a game's invitations",
        description="Returns a game's invitations to its host, newest first. Revoked ones are gone.",
        answer=SuccessAnswer(200, "InvitationPage", "The invitations.", "InvitationPage"),
        refuses=_OF_HOST,
    )
    def get(self, request: Request, game: str) -> Response:
        paging.PageQuery(data=request.query_params).is_valid(raise_exception=True)
        return self.answer_page(invitations.list_for_host(game, player(request)))

    @make_idempotent
    @call(
        name="create_invitation",
        scope="game:host",
        tag="people",
        summary="Create an invitation",
        description=(
            "Creates an invitation. Only the host may do this: for a `player` by name, who gets the event "
            "`invited`, or as a link that everyone with its `code` can use, up to `uses` times and for "
            "`expires_in`. An invitation reserves no seat. Inviting the same player again returns the same "
            "invitation."
        ),
        request_example={"uses": 2, "expires_in": "P3D"},
        answer=SuccessAnswer(201, "Invitation", "The invitation.", "Invitation"),
        refuses=(
            *_OF_HOST,
            *NOT_OPEN,
            "unknown_player",
            "already_joined",
            "player_blocked",
            "invalid_invitation",
            "too_many_invitations",
        ),
    )
    def post(self, request: Request, game: str) -> Response:
        body = InvitationRequest(data=request.data)
        body.is_valid(raise_exception=True)
        wanted, host = body.validated_data, player(request)
        if "player" not in wanted:
            length = wanted.get("expires_in", invitations.USUAL_LENGTH)
            invitation = invitations.create_link(game, host, wanted.get("uses", 1), length)
        elif len(wanted) > 1:
            message = _("An invitation by name is for that player alone, and good until the start.")
            raise ApiError("invalid_invitation", message)
        else:
            invitation = invitations.invite_player(game, host, wanted["player"])
        shown = _invitation_body(request, invitation, host)
        return Response(shown, status=201, headers={"Location": shown["url"]})


class MyInvitations(InvitationPages):
    @call(
        name="list_my_invitations",
        scope="message:read",
        tag="people",
        summary="List my invitations",
        description="Returns the caller's invitations to games that have not started, newest first.",
        answer=SuccessAnswer(200, "InvitationPage", "The invitations.", "InvitationPage"),
    )
    def get(self, request: Request) -> Response:
        paging.PageQuery(data=request.query_params).is_valid(raise_exception=True)
        return self.answer_page(invitations.list_for_player(player(request)))


class OneInvitation(View):
    def get_permissions(self) -> Sequence[Any]:
        return [HasScopes()] if self.request.method == "GET" else super().get_permissions()

    @call(
        name="get_invitation",
        scope="message:read",
        tag="people",
        summary="Get an invitation",
        description=(
            "Returns an invitation. Anyone can look at a link until it ends; a named invitation is visible "
            "to its two players. Only `accept_invitation` tells whether a seat is still free."
        ),
        answer=SuccessAnswer(200, "Invitation", "The invitation.", "Invitation"),
        refuses=("invitation_not_found",),
    )
    def get(self, request: Request, invitation: str) -> Response:
        caller = viewer(request)
        found = invitations.get_invitation(invitation, caller)
        return Response(_invitation_body(request, found, caller))

    @call(
        name="delete_invitation",
        scope="game:host",
        tag="people",
        summary="Revoke or decline an invitation",
        description=(
            "Revokes an invitation if the caller hosts its game. Players who have already joined with it "
            "stay. Declines an invitation that names the caller, and tells the host (`invitation_declined`); "
            "this takes `message:write`, too. The caller may still accept it later. Declining fails "
            "with `invitation_over` when the caller has already joined, or the game has started or "
            "was cancelled."
        ),
        answer=SuccessAnswer(204, None, "The invitation is revoked or declined."),
        refuses=("invitation_not_found", "invitation_over"),
    )
    def delete(self, request: Request, invitation: str) -> Response:
        me = player(request)
        if not invitations.delete_invitation(invitation, me):
            refuse_without(request, "message:write")
            invitations.decline_invitation(invitation, me)
        return Response(status=204)


class AcceptInvitation(View):
    serializer_class = JoinRequest

    @make_idempotent
    @call(
        name="accept_invitation",
        scope="game:host",
        tag="people",
        summary="Accept an invitation",
        description=(
            "Joins the game as `join_game` does. A link can be accepted by this call only. Fails with "
            "`invitation_over` when the invitation is used up, or the game is full, started or "
            "cancelled, and with `invitation_not_found` when the invitation was revoked or has "
            "expired."
        ),
        request_example={"entropy": "a shell from Rantum"},
        answer=SuccessAnswer(200, "Game", "The game as its new player sees it.", "Game"),
        refuses=("invitation_not_found", "invitation_over", "no_bot_accounts", *_SEATED),
    )
    def post(self, request: Request, invitation: str) -> Response:
        body = JoinRequest(data=request.data)
        body.is_valid(raise_exception=True)
        game = invitations.accept_invitation(
            invitation, player(request), body.validated_data.get("entropy")
        )
        return Response(GameView.load(game, player(request)).get_game())


class Rematch(View):
    @make_idempotent
    @call(
        name="create_rematch",
        scope="game:host",
        tag="people",
        summary="Start or join a rematch",
        description=(
            "Creates a rematch of a finished game, or joins the existing one; every game has one rematch. "
            "Only its players may do this. The first becomes the host, and the others are invited "
            "(`invited`, with `rematch_of`). Every player moves up by one seat."
        ),
        answer=SuccessAnswer(200, "Game", "The rematch, with the caller in it.", "Game"),
        refuses=(
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
    )
    def post(self, request: Request, game: str) -> Response:
        again, _ = rematch.offer_rematch(game, player(request))
        return Response(GameView.load(again, player(request)).get_game())


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
