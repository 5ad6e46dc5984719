"""A game's events, as they are read from its rows; an archived game has none."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from games.fairness.commitments import ChainEvent, link_event
from games.models import Event

Json = dict[str, Any]
StoredEvent = tuple[int, str, str, Json, str]
"""Number, type, moment, data and hash (in hex), as `games.repository.queries.log` reads them."""


def read_events(game_id: str, stored: Iterable[StoredEvent] | None) -> list[ChainEvent]:
    """Return the events that `games.repository.queries.log` has read, in order."""
    return [
        ChainEvent(game_id, number, kind, data, datetime.fromisoformat(at), bytes.fromhex(digest))
        for number, kind, at, data, digest in stored or ()
    ]


def link_events(game_id: str, head: bytes, events: Iterable[Json]) -> Iterator[ChainEvent]:
    """Yield the events of a log that follow this head, each with its hash."""
    for one in events:
        at = datetime.fromisoformat(one["at"])
        event = ChainEvent(game_id, one["number"], one["type"], one["data"], at)
        event.hash = head = link_event(head, event)
        yield event


def events_of(game_id: str, after: int = 0, upto: int | None = None) -> list[ChainEvent]:
    """Return a game's events above `after`, up to `upto`."""
    rows = Event.objects.filter(game=game_id, number__gt=after)
    if upto is not None:
        rows = rows.filter(number__lte=upto)
    return [
        ChainEvent(game_id, one.number, one.type, one.data, one.at, bytes(one.hash)) for one in rows
    ]
