"""A player's relations to others: friends, blocks and mutes.

A blocked player is answered as if there were no block. Their request is kept, and not shown to the player
who has blocked them.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, TypedDict

from django.conf import settings
from django.db import models, transaction
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Greatest, Now
from django.dispatch import Signal
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from common.rest.errors import ApiError
from common.rest.shapes import KnownValues
from players.models import Aversion, Block, Friendship, Mute, Player
from players.models.moderation import MODERATE


def refuse_full(listed: int, most: int, whom: str) -> None:
    """Raise `ApiError` (`too_many_people`) where a list of a player's is as long as it may be."""
    if listed >= most:
        raise ApiError(
            "too_many_people",
            _("You may have {most} {whom} at most.").format(most=most, whom=_(whom)),
        )


asked_or_agreed = Signal()
"""Sent when a player is to be told of another (`player` and `about` by their keys, `kind`), within the same
transaction. Its handlers leave out players who have blocked that other.
"""


def request_friend(player: Player, other: Player) -> None:
    """Ask a player to be friends, or accept that player's request; does nothing if that was done already.

    Raises `ApiError`. The caller holds the player's row, so that their friends can be counted, until it has
    read the friendship.
    """
    if Block.objects.filter(player=player, other=other).exists():
        raise ApiError("player_blocked", "You have blocked this player. Unblock them first.")
    _refuse_full(player, other)
    friendship = _lock_friendship(player, other) or _insert_request(player, other)
    if friendship.asker_id == other.pk and friendship.since is None:
        _friendship_between(player, other).update(since=Now())
        asked_or_agreed.send(Friendship, player=other.pk, kind="friend_accepted", about=player.pk)


def count_requests(player: Player) -> int:
    """Count the requests that wait for the player's answer; those of blocked players do not."""
    blocked = Block.objects.filter(player=player, other=OuterRef("asker"))
    waiting = Friendship.objects.filter(asked=player, since=None, asker__is_active=True)
    return waiting.exclude(Exists(blocked)).count()


def _friendship_between(player: Player, other: Player) -> "models.QuerySet[Friendship]":
    either = Q(asker=player, asked=other) | Q(asker=other, asked=player)
    return Friendship.objects.filter(either)


def _lock_friendship(player: Player, other: Player) -> Friendship | None:
    """Return the row of the two players, which nobody removes before the transaction ends."""
    return _friendship_between(player, other).select_for_update(no_key=True).first()


def _refuse_full(player: Player, other: Player) -> None:
    """Count friends and players who were asked; not those who ask, which is not the player's doing."""
    agreed = Q(asker=player) | Q(asked=player, since__isnull=False)
    others = Friendship.objects.filter(agreed).exclude(Q(asker=other) | Q(asked=other))
    refuse_full(
        others.count(),
        settings.TIDE_MAX_RELATIONS_PER_PLAYER,
        gettext_noop("friends, asked ones included,"),
    )


def _insert_request(player: Player, other: Player) -> Friendship:
    """Return the new request, or that of the other player, who may have asked at the same moment."""
    friendship = None
    while friendship is None:
        # A request of the other player may be cancelled before it is locked: then this one is inserted.
        new = Friendship(asker=player, asked=other, at=Now())
        Friendship.objects.bulk_create([new], ignore_conflicts=True)
        friendship = _lock_friendship(player, other)
    if friendship.asker_id == player.pk:
        asked_or_agreed.send(Friendship, player=other.pk, kind="friend_asked", about=player.pk)
    return friendship


RELATION_SCOPE = "message:read"
"""The scope of a token that is shown relations."""
FRIEND_STATES = ("none", "requested", "incoming", "yes")
RELATION_KINDS = ("friend", "requested", "incoming", "blocked", "muted")
"""What a list of relations can be narrowed to."""

Kind = type[Aversion]


class Relation(TypedDict):
    """The caller's relation to another player."""

    friend: Annotated[
        str,
        KnownValues(FRIEND_STATES),
        "`yes` if both are friends, `requested` if the caller has asked, `incoming` if the "
        "other player has.",
    ]
    blocked: Annotated[bool, "The caller has blocked the player."]
    muted: Annotated[bool, "The caller has muted the player."]
    requested_at: Annotated[datetime | None, "When the request was sent; null without a request."]
    friends_since: Annotated[
        datetime | None, "When the request was accepted; null unless both are friends."
    ]
    blocked_at: Annotated[datetime | None, "When the caller blocked the player."]
    muted_at: Annotated[datetime | None, "When the caller muted the player."]


def show_relation(other: Any) -> Relation:
    """Return the relation to a player who was read `with_relation_to` another."""
    states = {"yes": other.friends_since, "requested": other.sent_at, "incoming": other.received_at}
    return {
        "friend": next((state for state, at in states.items() if at is not None), "none"),
        "blocked": other.blocked_at is not None,
        "muted": other.muted_at is not None,
        "requested_at": other.sent_at or other.received_at,
        "friends_since": other.friends_since,
        "blocked_at": other.blocked_at,
        "muted_at": other.muted_at,
    }


def relations_to(player: Player, others: Sequence[Player]) -> dict[int, Relation]:
    """Return a player's relations to these others by their keys, as far as the request's token shows them."""
    if RELATION_SCOPE not in player.scopes:
        return {}
    keys = [one.pk for one in others if one.pk != player.pk]
    found = Player.objects.only("id").with_relation_to(player).filter(pk__in=keys)
    return {one.pk: show_relation(one) for one in found}


def list_relations(player: Player, kind: str | None) -> "models.QuerySet[Player]":
    """Return the active players that a player has a relation to, or one of this kind.

    `changed_at` is when it last changed.
    """
    related = Friendship.objects.filter(asker=player).values("asked")
    related = related.union(
        Friendship.objects.filter(asked=player).values("asker"),
        *(some.objects.filter(player=player).values("other") for some in (Block, Mute)),
    )
    found = Player.objects.only("id", "username", "avatar")
    found = found.filter(pk__in=related, is_active=True)
    changes = ("sent_at", "received_at", "friends_since", "blocked_at", "muted_at")
    found = found.with_relation_to(player).annotate(changed_at=Greatest(*changes))
    return found.filter(_OF_KIND[kind] if kind else Q(changed_at__isnull=False))


_OF_KIND = {
    "friend": Q(friends_since__isnull=False),
    "requested": Q(friends_since=None, sent_at__isnull=False),
    "incoming": Q(friends_since=None, received_at__isnull=False),
    "blocked": Q(blocked_at__isnull=False),
    "muted": Q(muted_at__isnull=False),
}


def update_relation(player: Player, username: str, change: Mapping[str, bool]) -> Relation:
    """Change the given members of a player's relation to another, and return the relation.

    Raises `ApiError`.
    """
    other = find_other(player, username)
    with transaction.atomic():
        # One change at a time for each player, so that their lists can be counted.
        Player.objects.select_for_update(no_key=True).only("id").get(pk=player.pk)
        for member, kind in (("blocked", Block), ("muted", Mute)):
            if change.get(member):
                add_aversion(player, other, kind)
            elif member in change:
                kind._default_manager.filter(player=player, other=other).delete()  # noqa: SLF001  Public by documentation.
        if change.get("friend"):
            request_friend(player, other)
        elif "friend" in change:
            # It cancels or declines a request too, and the other player is not told.
            _friendship_between(player, other).delete()
        # Read while it is held: at the next moment the other player may end it.
        return show_relation(Player.objects.only("id").with_relation_to(player).get(pk=other.pk))


def find_other(player: Player, username: str) -> Player:
    """Return the other player of this name, read `with_relation_to` the first.

    Raises `ApiError` (`player_not_found`, `not_yourself`).
    """
    named = Player.objects.named(username).filter(is_active=True).only("id", "username")
    found = named.with_relation_to(player).first()
    if found is None:
        raise ApiError("player_not_found", "There is no such player.")
    if found.pk == player.pk:
        raise ApiError("not_yourself", "This is your own username. Name another player.")
    return found


def add_aversion(player: Player, other: Player, kind: Kind) -> None:
    """Block or mute a player; does nothing if that was done already. Raises `ApiError`.

    A block ends a friendship and cancels the player's own request. A request of the other player stays, as if
    it were unanswered. The caller holds the player's row, so that the list can be counted.
    """
    rows = kind._default_manager.filter(player=player)  # noqa: SLF001  Public by documentation.
    if kind is Block and other.has_perm(MODERATE):
        raise ApiError("moderator_not_blocked", "This player is a moderator.")
    listed = gettext_noop("blocked players") if kind is Block else gettext_noop("muted players")
    refuse_full(rows.exclude(other=other).count(), settings.TIDE_MAX_RELATIONS_PER_PLAYER, listed)
    new = kind(player=player, other=other, at=Now())
    kind._default_manager.bulk_create([new], ignore_conflicts=True)  # noqa: SLF001  Public by documentation.
    if kind is Block:
        friends = Q(asker=other, asked=player, since__isnull=False)
        Friendship.objects.filter(friends | Q(asker=player, asked=other)).delete()


def has_blocked(player_id: int, other_id: int) -> bool:
    """Return whether a player has blocked another."""
    return Block.objects.filter(player=player_id, other=other_id).exists()
