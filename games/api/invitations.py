"""Inviting to a table, and playing once more with the same people.

Why so: docs/why.md#invitation-over, docs/why.md#rematch.
"""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.games import JOINING, NOT_LET_IN, NOT_OPEN
from games.api.request_schema import INVITING
from games.clock.duration import read_duration
from games.lobby import invitations, rematch
from games.models import Game, Invitation
from games.visibility.game_view import GameView, terms
from players.authentication import HasScopes, player, viewer
from players.idempotency import once
from players.models import Player
from tideapi.rest import paging
from tideapi.rest.describe import Answer, call
from tideapi.rest.errors import ApiError
from tideapi.rest.reading import body
from tideapi.rest.schemas import closed
from tideapi.rest.view import View

Json = dict[str, Any]
_NOTHING = closed({})
_OF_HOST = ("game_not_found", "not_a_player", "not_host")
_SEATED = ("already_joined", *NOT_LET_IN, "too_many_changes")


class Invitations(View):
    @call(
        name="list_invitations",
        scope="message:read",
        tag="people",
        summary="List a game's invitations",
        description="Returns a game's invitations to its host, newest first. Revoked ones are gone.",
        query=paging.QUERY,
        answer=Answer(200, "InvitationPage", "The invitations.", "InvitationPage"),
        refuses=_OF_HOST,
    )
    def get(self, request: Request, game: str) -> Response:
        return _page(request, self.query, invitations.made(game, player(request)))

    @once
    @call(
        name="create_invitation",
        scope="game:host",
        tag="people",
        summary="Create an invitation",
        description=(
            "Creates an invitation. Only the host may do this: for a `player` by name, who hears of it by "
            "`invited`, or as a link that everyone with its `code` can use, up to `uses` times and for "
            "`expires_in`. An invitation reserves no seat. Inviting the same player again returns the same "
            "invitation."
        ),
        request="InvitationRequest",
        request_example={"uses": 2, "expires_in": "P3D"},
        answer=Answer(201, "Invitation", "The invitation.", "Invitation"),
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
        wish, me = body(request, INVITING), player(request)
        if "player" not in wish:
            uses, length = wish.get("uses", 1), _length(wish.get("expires_in"))
            row = invitations.link(game, me, uses, length)
        elif len(wish) > 1:
            said = "An invitation by name is for her alone, and good until the start."
            raise ApiError("invalid_invitation", said)
        else:
            row = invitations.invite(game, me, wish["player"])
        shown = _shown(request, row, me)
        return Response(shown, status=201, headers={"Location": shown["url"]})


class Revoking(View):
    @call(
        name="revoke_invitation",
        scope="game:host",
        tag="people",
        summary="Revoke an invitation",
        description=(
            "Revokes an invitation. Only the host may do this. Players who have already joined with it stay."
        ),
        answer=Answer(204, None, "The invitation is gone."),
        refuses=(*_OF_HOST, "invitation_not_found"),
    )
    def delete(self, request: Request, game: str, invitation: str) -> Response:
        invitations.revoke(game, player(request), invitation)
        return Response(status=204)


class MyInvitations(View):
    @call(
        name="list_my_invitations",
        scope="message:read",
        tag="people",
        summary="List my invitations",
        description="Returns the caller's invitations to games that have not started, newest first.",
        query=paging.QUERY,
        answer=Answer(200, "InvitationPage", "The invitations.", "InvitationPage"),
    )
    def get(self, request: Request) -> Response:
        return _page(request, self.query, invitations.mine(player(request)))


class OneInvitation(View):
    permission_classes = [HasScopes]

    @call(
        name="get_invitation",
        scope="message:read",
        tag="people",
        summary="Get an invitation",
        description=(
            "Returns an invitation. Anyone can look at a link until it ends; a named invitation is visible "
            "to its two players. Only `accept_invitation` tells whether a seat is still free."
        ),
        answer=Answer(200, "Invitation", "The invitation.", "Invitation"),
        refuses=("invitation_not_found",),
    )
    def get(self, request: Request, invitation: str) -> Response:
        who = viewer(request)
        return Response(_shown(request, invitations.find(invitation, who), who))


class Accept(View):
    @once
    @call(
        name="accept_invitation",
        scope="game:host",
        tag="people",
        summary="Accept an invitation",
        description=(
            "Joins the game like `join_game`, and is the only way in for a player with a link. Answers "
            "`invitation_over` when the invitation is used up, or the game is full, started or cancelled, "
            "and `invitation_not_found` when it was revoked or has expired."
        ),
        request="JoinRequest",
        request_example={"entropy": "a shell from Rantum"},
        answer=Answer(200, "Game", "The game as its new player sees it.", "Game"),
        refuses=("invitation_not_found", "invitation_over", "no_bot_accounts", *_SEATED),
    )
    def post(self, request: Request, invitation: str) -> Response:
        wish = body(request, JOINING)
        game = invitations.accept(invitation, player(request), wish.get("entropy"))
        return Response(GameView.find(game, player(request)).whole())


class Decline(View):
    @once
    @call(
        name="decline_invitation",
        scope="message:write",
        tag="people",
        summary="Decline an invitation",
        description=(
            "Declines an invitation that names the caller, and tells the host (`invitation_declined`). The "
            "caller may still accept it later. Answers `invitation_over` when the caller has already joined, "
            "or the game has started or was cancelled."
        ),
        answer=Answer(204, None, "The invitation is declined."),
        refuses=("invitation_not_found", "invitation_over"),
    )
    def post(self, request: Request, invitation: str) -> Response:
        body(request, _NOTHING)
        invitations.decline(invitation, player(request))
        return Response(status=204)


class Rematch(View):
    @once
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
        answer=Answer(200, "Game", "The rematch, with the caller in it.", "Game"),
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
        body(request, _NOTHING)
        again, _ = rematch.offer(game, player(request))
        return Response(GameView.find(again, player(request)).whole())


def _page(request: Request, query: Json, rows: invitations.Rows) -> Response:
    def show(some: Iterable[Invitation]) -> list[Json]:
        return [_shown(request, one, player(request)) for one in some]

    return paging.paged(request, rows, ("-made_at", "-id"), show, query.get("page_size"))


def _shown(request: Request, row: Invitation, who: Player | None) -> Json:
    made_by_her = who is not None and who.pk == row.by_id
    counted = made_by_her and row.uses is not None
    return {
        "code": row.pk,
        "url": request.build_absolute_uri(reverse("games:invitation-detail", args=[row.pk])),
        "by": row.by.username,
        "player": row.to.username if row.to else None,
        "uses_left": row.uses - row.used if counted else None,  # type: ignore[operator]  # Counted.
        "created_at": row.made_at,
        "expires_at": row.expires_at,
        "declined_at": row.declined_at if who is None or "message:read" in who.scopes else None,
        "table": _table(row),
    }


def _table(row: Invitation) -> Json:
    """To what somebody is invited. Of a private game under way or over it names nobody but the inviter.

    Its host may be another of its players by then, and who they are is theirs alone.
    """
    game = row.game
    hidden = game.private and game.status != Game.Status.OPEN
    return {**terms(game), "host": row.by.username} if hidden else terms(game)


def _length(written: str | None) -> timedelta:
    if written is None:
        return invitations.USUAL_LENGTH
    length = read_duration(written)
    if length is None:
        raise ApiError("invalid_invitation", "Write a duration such as P3D.", "/expires_in")
    return length
