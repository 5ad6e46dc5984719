"""Inviting to a table, and playing once more with the same people.

Why so: docs/why.md#invitation-over, docs/why.md#rematch.
"""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.games import JOINING, NOT_LET_IN, NOT_OPEN
from games.api.request_schema import INVITING
from games.clock.duration import read_duration
from games.lobby import invitations, rematch
from games.models import Game, Invitation
from games.visibility.game_view import GameView, terms
from players.authentication import player, viewer
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
        summary="List the invitations to a game",
        description="For its host, newest first. One that was taken back is gone.",
        query=paging.QUERY,
        answer=Answer(200, "InvitationPage", "The invitations.", "InvitationPage"),
        refuses=_OF_HOST,
    )
    def get(self, request: Request, game: str) -> Response:
        return _page(request, self.query, invitations.made(game, player(request)))

    @once
    @call(
        name="invite",
        scope="game:host",
        tag="people",
        summary="Invite to a game that has not started",
        description=(
            "For its host: a `player` by her name, who hears of it by `invited`, or with a link whoever has "
            "its `code`, so often (`uses`) and so long (`expires_in`). No seat is kept: whoever accepts "
            "first is seated. Inviting the same player again gives the same invitation."
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
        summary="Take an invitation back",
        description="For the host. Who was seated by it stays.",
        answer=Answer(204, None, "It can be used no more."),
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
        summary="List the invitations that wait for my answer",
        description="Newest first, to games that have not started.",
        query=paging.QUERY,
        answer=Answer(200, "InvitationPage", "The invitations.", "InvitationPage"),
    )
    def get(self, request: Request) -> Response:
        return _page(request, self.query, invitations.mine(player(request)))


class OneInvitation(View):
    permission_classes = [AllowAny]

    @call(
        name="get_invitation",
        scope="message:read",
        tag="people",
        summary="What somebody is invited to",
        description=(
            "A link can be looked at by anybody until it ends, an invitation by name by the two whom it "
            "concerns. Whether a seat is still free is said by `accept_invitation` alone."
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
        summary="Accept an invitation: take a seat",
        description=(
            "The same as `join_game`, and the way into a game for whoever has a link. When it can be used no "
            "more, or the table is full, has started or was called off, that is `invitation_over`. One that "
            "was taken back, or whose time is over, is `invitation_not_found`."
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
        summary="Decline an invitation that has my name",
        description=(
            "Who has invited me is told (`invitation_declined`). I may still accept. When I have accepted or "
            "sit at the table, or the game has started or was called off, that is `invitation_over`."
        ),
        answer=Answer(204, None, "It is declined."),
        refuses=("invitation_not_found", "invitation_over"),
    )
    def post(self, request: Request, invitation: str) -> Response:
        body(request, _NOTHING)
        invitations.decline(invitation, player(request))
        return Response(status=204)


class Rematch(View):
    @once
    @call(
        name="offer_rematch",
        scope="game:host",
        tag="people",
        summary="Play a finished game once more",
        description=(
            "For whoever has played it: the same table with the same people, who all move up by one seat. "
            "The first who asks is its host, and all others are invited (`invited`, with `rematch_of`). Who "
            "asks later takes her seat at the same table. There is one rematch of each game."
        ),
        answer=Answer(200, "Game", "The rematch, with me in it.", "Game"),
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
        "url": request.build_absolute_uri(f"/api/v1/invitations/{row.pk}"),
        "by": row.by.username,
        "player": row.to.username if row.to else None,
        "uses_left": row.uses - row.used if counted else None,  # type: ignore[operator]  # Counted.
        "made_at": row.made_at,
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
