"""Friends: one player asks, the other agrees.

A blocked player is answered as if there were no block. Their request is kept, and not shown to the player
who has blocked them.

Why so: docs/decisions/people.md.
"""

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Now
from django.dispatch import Signal
from django.utils.translation import gettext_noop

from players.models import Block, Friendship, Player
from players.people.limits import refuse_full
from tideapi.rest.errors import ApiError

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
    row = _lock_friendship(player, other) or _insert_request(player, other)
    if row.asker_id == other.pk and row.since is None:
        _friendship_between(player, other).update(since=Now())
        asked_or_agreed.send(Friendship, player=other.pk, kind="friend_accepted", about=player.pk)


def count_requests(player: Player) -> int:
    """Count the requests that wait for the player's answer; those of blocked players do not."""
    blocked = Block.objects.filter(player=player, other=OuterRef("asker"))
    waiting = Friendship.objects.filter(asked=player, since=None, asker__is_active=True)
    return waiting.exclude(Exists(blocked)).count()


def remove_friend(player: Player, other: Player) -> None:
    """Remove a friend, cancel a request, or decline one: the other player is not told."""
    _friendship_between(player, other).delete()


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
    row = None
    while row is None:
        # A request of the other player may be cancelled before it is locked: then this one is inserted.
        new = Friendship(asker=player, asked=other, at=Now())
        Friendship.objects.bulk_create([new], ignore_conflicts=True)
        row = _lock_friendship(player, other)
    if row.asker_id == player.pk:
        asked_or_agreed.send(Friendship, player=other.pk, kind="friend_asked", about=player.pk)
    return row
