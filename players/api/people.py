"""Friends, and whom I block or mute.

Why so: docs/why.md#silent-block.
"""

from collections.abc import Iterable
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from players.authentication import player
from players.models import Aversion, Block, Friendship, Mute, Player
from players.people import aversions, friends
from tideapi.rest import paging
from tideapi.rest.describe import Answer, call
from tideapi.rest.view import View

Json = dict[str, Any]
OTHER = ("player_not_found", "not_yourself")


class Friends(View):
    @call(
        name="list_friends",
        scope="message:read",
        tag="people",
        summary="List friends and friend requests",
        description=(
            "Returns the caller's friends and friend requests, the newest request first. `standing` says "
            "whether both are friends, the caller has asked, or the other player has."
        ),
        query=paging.QUERY,
        answer=Answer(200, "FriendPage", "The friends and requests.", "FriendPage"),
    )
    def get(self, request: Request) -> Response:
        me = player(request)

        def show(some: Iterable[Friendship]) -> list[Json]:
            return [_friend(me, one) for one in some]

        size = self.query.get("page_size")
        return paging.paged(request, friends.of(me), ("-at", "-id"), show, size)


class OneFriend(View):
    @call(
        name="add_friend",
        scope="message:write",
        tag="people",
        summary="Request or accept a friendship",
        description=(
            "Asks a player to be friends, or accepts that player's request. The other player hears of a new "
            "request by `friend_asked`, and may leave it unanswered. A second request changes nothing."
        ),
        answer=Answer(200, "Friend", "The friendship or request.", "Friend"),
        refuses=(*OTHER, "player_blocked", "too_many_people"),
    )
    def put(self, request: Request, username: str) -> Response:
        me = player(request)
        return Response(_friend(me, friends.ask(me, username)))

    @call(
        name="remove_friend",
        scope="message:write",
        tag="people",
        summary="Remove a friend or request",
        description="Removes a friend, cancels a request, or declines one. The other player is not told.",
        answer=Answer(204, None, "The friendship or request is gone."),
        refuses=OTHER,
    )
    def delete(self, request: Request, username: str) -> Response:
        friends.part(player(request), username)
        return Response(status=204)


class Blocks(View):
    @call(
        name="list_blocks",
        scope="message:read",
        tag="people",
        summary="List my blocked players",
        description="Returns the players whom the caller has blocked.",
        query=paging.QUERY,
        answer=Answer(200, "BlockedPlayerPage", "The blocked players.", "BlockedPlayerPage"),
    )
    def get(self, request: Request) -> Response:
        rows = aversions.of(player(request), Block)
        return paging.paged(request, rows, ("-at", "-id"), _all_averse, self.query.get("page_size"))


class OneBlock(View):
    @call(
        name="block_player",
        scope="message:write",
        tag="people",
        summary="Block a player",
        description=(
            "Blocks a player. The caller no longer hears of that player's requests, invitations and seat "
            "offers; that player's messages are folded, and private tables that the caller hosts are closed "
            "to them. A friendship between both ends. The blocked player is not told: requests look "
            "unanswered, and such tables look as if they had started."
        ),
        answer=Answer(200, "BlockedPlayer", "The player is blocked.", "BlockedPlayer"),
        refuses=(*OTHER, "too_many_people"),
    )
    def put(self, request: Request, username: str) -> Response:
        row = aversions.begin(player(request), username, Block)
        return Response(_averse(row))

    @call(
        name="unblock_player",
        scope="message:write",
        tag="people",
        summary="Unblock a player",
        description="Unblocks a player.",
        answer=Answer(204, None, "The player is not blocked."),
        refuses=OTHER,
    )
    def delete(self, request: Request, username: str) -> Response:
        aversions.end(player(request), username, Block)
        return Response(status=204)


class Mutes(View):
    @call(
        name="list_mutes",
        scope="message:read",
        tag="people",
        summary="List my muted players",
        description="Returns the players whom the caller has muted.",
        query=paging.QUERY,
        answer=Answer(200, "MutedPlayerPage", "The muted players.", "MutedPlayerPage"),
    )
    def get(self, request: Request) -> Response:
        rows = aversions.of(player(request), Mute)
        return paging.paged(request, rows, ("-at", "-id"), _all_averse, self.query.get("page_size"))


class OneMute(View):
    @call(
        name="mute_player",
        scope="message:write",
        tag="people",
        summary="Mute a player",
        description=(
            "Mutes a player: that player's messages at tables are folded for the caller. The muted player is "
            "not told."
        ),
        answer=Answer(200, "MutedPlayer", "The player is muted.", "MutedPlayer"),
        refuses=(*OTHER, "too_many_people"),
    )
    def put(self, request: Request, username: str) -> Response:
        row = aversions.begin(player(request), username, Mute)
        return Response(_averse(row))

    @call(
        name="unmute_player",
        scope="message:write",
        tag="people",
        summary="Unmute a player",
        description="Unmutes a player.",
        answer=Answer(204, None, "The player is not muted."),
        refuses=OTHER,
    )
    def delete(self, request: Request, username: str) -> Response:
        aversions.end(player(request), username, Mute)
        return Response(status=204)


def _friend(me: Player, row: Friendship) -> Json:
    standing = "asked" if row.asker_id == me.pk else "asks_me"
    return {
        "username": row.other(me).username,
        "standing": standing if row.since is None else "friends",
        "created_at": row.at,
        "since": row.since,
    }


def _all_averse(some: Iterable[Aversion]) -> list[Json]:
    return [_averse(one) for one in some]


def _averse(row: Aversion) -> Json:
    return {"username": row.other.username, "created_at": row.at}
