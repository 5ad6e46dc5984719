"""Who hears of which event: a game's log, and a player's own feed over all her games.

A player's feed has its own numbers, from 1 without a gap. New events are brought into it when somebody
listens to it, under the lock of the player's row: so no number is ever given to a later event than a reader
has seen, and a game's writers never wait for one another's players.
"""

from typing import Any

import orjson
from django.db import transaction

from games import rows
from games.envelope import alone, envelope
from games.models import Event, Whisper
from games.sql import feeds, people
from players.models import Player

Json = dict[str, Any]


def log(game_id: str, after: int, most: int) -> list[Json]:
    """The events of a game with numbers above `after`, as they are told, oldest first; at most so many."""
    found = feeds.LOG.row(game=game_id, after=after, most=most)
    assert found is not None  # noqa: S101  The statement always has one row.
    events, names = orjson.loads(found[0])
    told = (rows.read(Event, one) for one in events or ())
    return [envelope(event, event.number, names or {}) for event in told]


def bring_in(player: Player) -> int:
    """Put every event of the player's games that her feed lacks at the feed's end; its last number."""
    with transaction.atomic():
        people.LOCK.row(player=player.pk)
        return brought_in(player)


def brought_in(player: Player) -> int:
    """The same, for whoever has the lock of the player's row."""
    found = feeds.BRING_IN.row(player=player.pk)
    return int(found[0]) if found else 0


def feed(player: Player, after: int, most: int) -> list[Json]:
    """What has a number above `after` in a player's feed, as it is told, oldest first; at most so many."""
    with transaction.atomic():
        people.LOCK.row(player=player.pk)
        found = feeds.FEED.rows(player=player.pk, after=after, most=most)
    return [_told(*one) for one in found]


def _told(number: int, event: str | None, whisper: str | None, names: str | None) -> Json:
    known = orjson.loads(names or "{}")
    if event is not None:
        return envelope(rows.read(Event, orjson.loads(event)), number, known)
    assert whisper is not None  # noqa: S101  The database allows nothing else.
    return alone(rows.read(Whisper, orjson.loads(whisper)), number, known)
