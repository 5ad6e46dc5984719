"""Which player hears of which event: her own feed over all her games.

A feed has its own numbers, from 1 without a gap. New events are brought into it when somebody listens
to it, under the lock of the player's row: so no number is ever given to a later event than a reader
has seen, and a game's writers never wait for one another's players.
"""

import orjson
from django.db import transaction

from games import rows
from games.models import Event, Notice, Whisper
from games.sql import feeds, people
from players.models import Player


def bring_in(player: Player) -> int:
    """Put every event of the player's games that her feed lacks at the feed's end; its last number."""
    with transaction.atomic():
        people.LOCK.row(player=player.pk)
        return brought_in(player)


def brought_in(player: Player) -> int:
    """The same, for whoever has the lock of the player's row."""
    found = feeds.BRING_IN.row(player=player.pk)
    return int(found[0]) if found else 0


def feed(player: Player, after: int, most: int) -> list[Notice]:
    """The player's notices with numbers above `after`, oldest first, at most so many."""
    with transaction.atomic():
        people.LOCK.row(player=player.pk)
        found = feeds.FEED.rows(player=player.pk, after=after, most=most)
    return [_notice(player, *one) for one in found]


def _notice(player: Player, number: int, event: str | None, whisper: str | None) -> Notice:
    return Notice(
        player=player,
        number=number,
        event=None if event is None else rows.read(Event, orjson.loads(event)),
        whisper=None if whisper is None else rows.read(Whisper, orjson.loads(whisper)),
    )
