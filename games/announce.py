"""Which player hears of which event: her own feed over all her games.

A feed has its own numbers, from 1 without a gap. New events are brought into it when somebody listens
to it, under the lock of the player's row: so no number is ever given to a later event than a reader
has seen, and a game's writers never wait for one another's players.
"""

from django.db import transaction

from games.models import Notice
from games.sql import feeds
from players.models import Player


def bring_in(player: Player) -> None:
    """Put every event of the player's games that her feed lacks at the feed's end."""
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).only("pk").get(pk=player.pk)
        feeds.BRING_IN.rows(player=player.pk)


def feed(player: Player, after: int, most: int) -> list[Notice]:
    """The player's notices with numbers above `after`, oldest first, at most so many."""
    bring_in(player)
    return list(
        Notice.objects.filter(player=player, number__gt=after)
        .select_related("event", "whisper")
        .order_by("number")[:most]
    )
