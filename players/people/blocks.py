"""Blocks and mutes, of which the other player is never told.

Why so: docs/decisions/people.md.
"""

from django.conf import settings
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_noop

from players.models import Aversion, Block, Friendship, Player
from players.people.limits import refuse_full

Kind = type[Aversion]


def add_aversion(player: Player, other: Player, kind: Kind) -> None:
    """Block or mute a player; does nothing if that was done already. Raises `ApiError`.

    A block ends a friendship and cancels the player's own request. A request of the other player stays, as if
    it were unanswered. The caller holds the player's row, so that the list can be counted.
    """
    rows = kind._default_manager.filter(player=player)  # noqa: SLF001  Public by documentation.
    listed = gettext_noop("blocked players") if kind is Block else gettext_noop("muted players")
    refuse_full(rows.exclude(other=other).count(), settings.TIDE_MAX_RELATIONS_PER_PLAYER, listed)
    new = kind(player=player, other=other, at=Now())
    kind._default_manager.bulk_create([new], ignore_conflicts=True)  # noqa: SLF001  Public by documentation.
    if kind is Block:
        friends = Q(asker=other, asked=player, since__isnull=False)
        Friendship.objects.filter(friends | Q(asker=player, asked=other)).delete()


def remove_aversion(player: Player, other: Player, kind: Kind) -> None:
    """Unblock or unmute a player; does nothing if the player is neither."""
    kind._default_manager.filter(player=player, other=other).delete()  # noqa: SLF001  Public by documentation.


def has_blocked(player_id: int, other_id: int) -> bool:
    """Return whether a player has blocked another."""
    return Block.objects.filter(player=player_id, other=other_id).exists()
