"""Friends: one asks, the other agrees.

Whoever is blocked is answered as if nobody had blocked her. What she asks is kept, and not shown to the
one who has blocked her.

Why so: docs/why.md#silent-block.
"""

from django.conf import settings
from django.db import models, transaction
from django.db.models import Q
from django.db.models.functions import Now
from django.dispatch import Signal

from players.models import Block, Friendship, Player
from players.people.finding import other
from players.people.limits import refuse_full, refuse_over
from tideapi.rest.errors import ApiError

asked_or_agreed = Signal()
"""Sent when a player is to be told of another (`player` and `about` by their keys, `kind`), within the same
transaction. Whoever hears it leaves out those who have blocked that other.
"""


def of(player: Player) -> "models.QuerySet[Friendship]":
    """Her friends, whom she has asked, and who has asked her and is not blocked by her."""
    blocked = Block.objects.filter(player=player).values("other")
    rows = Friendship.objects.filter(
        Q(asker=player) | (Q(asked=player) & ~Q(asker__in=blocked)),
        asker__is_active=True,
        asked__is_active=True,
    )
    return rows.select_related("asker", "asked")


def ask(player: Player, username: str) -> Friendship:
    """Ask somebody to be friends, or agree where she has asked. Doing it again changes nothing.

    Raises `ApiError`.
    """
    friend = other(player, username)
    if Block.objects.filter(player=player, other=friend).exists():
        raise ApiError("player_blocked", "You have blocked this player. Unblock them first.")
    refuse_over("asks", player, "You have asked many people.")
    with transaction.atomic():
        # One at a time for each player, so that her friends can be counted.
        Player.objects.select_for_update(no_key=True).only("id").get(pk=player.pk)
        _refuse_full(player, friend)
        row = _held(player, friend) or _asked(player, friend)
        if row.asker_id == friend.pk and row.since is None:
            _between(player, friend).update(since=Now())
            asked_or_agreed.send(
                Friendship, player=friend.pk, kind="friend_accepted", about=player.pk
            )
        # Read while it is held: at the next moment the other may end it.
        return _between(player, friend).get()


def part(player: Player, username: str) -> None:
    """Be friends no more, take a request back, or decline one: the other is not told. Raises `ApiError`."""
    _between(player, other(player, username)).delete()


def _between(player: Player, friend: Player) -> "models.QuerySet[Friendship]":
    either = Q(asker=player, asked=friend) | Q(asker=friend, asked=player)
    return Friendship.objects.filter(either).select_related("asker", "asked")


def _held(player: Player, friend: Player) -> Friendship | None:
    """The row of the two, which nobody removes before the transaction ends."""
    return _between(player, friend).select_for_update(no_key=True, of=("self",)).first()


def _refuse_full(player: Player, friend: Player) -> None:
    """Count her friends and those whom she has asked; not who has asked her, which is not her doing."""
    agreed = Q(asker=player) | Q(asked=player, since__isnull=False)
    others = Friendship.objects.filter(agreed).exclude(Q(asker=friend) | Q(asked=friend))
    refuse_full(others.count(), settings.TIDE_PEOPLE_EACH, "friends, asked ones included,")


def _asked(player: Player, friend: Player) -> Friendship:
    """The row of what is asked now, or that of the other, who may have asked at the same moment."""
    row = None
    while row is None:
        # What the other has asked may be taken back before it is held: then it is asked now.
        new = Friendship(asker=player, asked=friend, at=Now())
        Friendship.objects.bulk_create([new], ignore_conflicts=True)
        row = _held(player, friend)
    if row.asker_id == player.pk:
        asked_or_agreed.send(Friendship, player=friend.pk, kind="friend_asked", about=player.pk)
    return row
