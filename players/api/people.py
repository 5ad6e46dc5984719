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
        summary="List my friends, and who has asked whom",
        description=(
            "Who was asked last comes first. `standing` says whether we are friends, I have asked her, or "
            "she asks me."
        ),
        query=paging.QUERY,
        answer=Answer(200, "FriendPage", "My friends.", "FriendPage"),
    )
    def get(self, request: Request) -> Response:
        me = player(request)

        def show(some: Iterable[Friendship]) -> list[Json]:
            return [_friend(me, one) for one in some]

        size = self.query.get("page_size")
        return paging.paged(request, friends.of(me), ("-at", "-id"), show, size)


class OneFriend(View):
    @call(
        name="ask_friend",
        scope="message:write",
        tag="people",
        summary="Ask somebody to be friends, or agree",
        description=(
            "If she has asked me before, we are friends from now on. Otherwise she hears of it by "
            "`friend_asked`, and may leave it unanswered. Doing it again changes nothing."
        ),
        answer=Answer(200, "Friend", "How we stand.", "Friend"),
        refuses=(*OTHER, "player_blocked", "too_many_people"),
    )
    def put(self, request: Request, username: str) -> Response:
        me = player(request)
        return Response(_friend(me, friends.ask(me, username)))

    @call(
        name="end_friendship",
        scope="message:write",
        tag="people",
        summary="Be friends no more, take a request back, or decline one",
        description="Nobody is told.",
        answer=Answer(204, None, "There is nothing between us."),
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
        summary="List whom I have blocked",
        query=paging.QUERY,
        answer=Answer(200, "BlockedPlayerPage", "Whom I have blocked.", "BlockedPlayerPage"),
    )
    def get(self, request: Request) -> Response:
        rows = aversions.of(player(request), Block)
        return paging.paged(request, rows, ("-at", "-id"), _all_averse, self.query.get("page_size"))


class OneBlock(View):
    @call(
        name="block_player",
        scope="message:write",
        tag="people",
        summary="Block somebody",
        description=(
            "I hear of no requests and invitations of hers, nor of seats that she offers; what she writes is "
            "folded for me, and she takes no seat at private tables of which I am the host. She is not "
            "told: all that she asks is answered as if I had left it unanswered, and such tables as if they "
            "had started. We are friends no more."
        ),
        answer=Answer(200, "BlockedPlayer", "She is blocked.", "BlockedPlayer"),
        refuses=(*OTHER, "too_many_people"),
    )
    def put(self, request: Request, username: str) -> Response:
        row = aversions.begin(player(request), username, Block)
        return Response(_averse(row))

    @call(
        name="unblock_player",
        scope="message:write",
        tag="people",
        summary="Block somebody no more",
        answer=Answer(204, None, "She is not blocked."),
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
        summary="List whom I have muted",
        query=paging.QUERY,
        answer=Answer(200, "MutedPlayerPage", "Whom I have muted.", "MutedPlayerPage"),
    )
    def get(self, request: Request) -> Response:
        rows = aversions.of(player(request), Mute)
        return paging.paged(request, rows, ("-at", "-id"), _all_averse, self.query.get("page_size"))


class OneMute(View):
    @call(
        name="mute_player",
        scope="message:write",
        tag="people",
        summary="Mute somebody",
        description="What she writes at a table is folded for me. She is not told.",
        answer=Answer(200, "MutedPlayer", "She is muted.", "MutedPlayer"),
        refuses=(*OTHER, "too_many_people"),
    )
    def put(self, request: Request, username: str) -> Response:
        row = aversions.begin(player(request), username, Mute)
        return Response(_averse(row))

    @call(
        name="unmute_player",
        scope="message:write",
        tag="people",
        summary="Mute somebody no more",
        answer=Answer(204, None, "She is not muted."),
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
        "asked_at": row.at,
        "since": row.since,
    }


def _all_averse(some: Iterable[Aversion]) -> list[Json]:
    return [_averse(one) for one in some]


def _averse(row: Aversion) -> Json:
    return {"username": row.other.username, "since": row.at}
