"""Blocks and mutes: what a player wants to be spared by another, who is never told.

Why so: docs/why.md#silent-block.
"""

from django.conf import settings
from django.db import models, transaction
from django.db.models import Q
from django.db.models.functions import Now

from players.models import Aversion, Block, Friendship, Player
from players.people.finding import other
from players.people.limits import refuse_full

Kind = type[Aversion]


def of(player: Player, kind: Kind) -> "models.QuerySet[Aversion]":
    """Whom she has blocked, or muted."""
    rows = kind._default_manager.filter(player=player, other__is_active=True)  # noqa: SLF001  Public by documentation.
    return rows.select_related("other")


@transaction.atomic
def begin(player: Player, username: str, kind: Kind) -> Aversion:
    """Block or mute somebody. Doing it again changes nothing. Raises `ApiError`.

    A block ends a friendship and takes back what she herself has asked. What the other asks stays, as if
    she had not answered it.
    """
    whom = other(player, username)
    rows = kind._default_manager.filter(player=player)  # noqa: SLF001  Public by documentation.
    # One at a time for each player, so that they can be counted.
    Player.objects.select_for_update(no_key=True).only("id").get(pk=player.pk)
    what = "blocked players" if kind is Block else "muted players"
    refuse_full(rows.exclude(other=whom).count(), settings.TIDE_PEOPLE_EACH, what)
    row = None
    while row is None:
        # One that was there may be ended by another call before it is held.
        new = kind(player=player, other=whom, at=Now())
        kind._default_manager.bulk_create([new], ignore_conflicts=True)  # noqa: SLF001  Public by documentation.
        row = _held(rows.filter(other=whom))
    if kind is Block:
        friends = Q(asker=whom, asked=player, since__isnull=False)
        Friendship.objects.filter(friends | Q(asker=player, asked=whom)).delete()
    return row


def _held(rows: "models.QuerySet[Aversion]") -> Aversion | None:
    """Whom she spares herself, which nobody ends before the transaction does."""
    return rows.select_related("other").select_for_update(no_key=True, of=("self",)).first()


def end(player: Player, username: str, kind: Kind) -> None:
    """Block or mute somebody no more. Raises `ApiError`."""
    whom = other(player, username)
    kind._default_manager.filter(player=player, other=whom).delete()  # noqa: SLF001  Public by documentation.


def has_blocked(player_id: int, other_id: int) -> bool:
    """Whether a player has blocked another."""
    return Block.objects.filter(player=player_id, other=other_id).exists()
