"""A game's events: stored with the closed turns, and since then in the row of its log.

All code that reads a log uses this module; `games.play.events` fills it.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

import orjson

from games.fairness.commitments import ChainEvent, digest_from_text, link_event
from games.repository import compression
from games.repository.queries import log as sql

Json = dict[str, Any]
ALL = 2**31 - 1
"""A number above that of any event."""


def read_events(
    game_id: str,
    with_turns: Iterable[tuple[str, str]] | None,
    recent: Iterable[Json] | None,
    *,
    after: int = 0,
    upto: int = ALL,
) -> list[ChainEvent]:
    """Return the events with these numbers, in order, from what `games.repository.queries.log` has read."""
    found = list[ChainEvent]()
    for head, packed in with_turns or ():
        found += link_events(game_id, bytes.fromhex(head), compression.read(bytes.fromhex(packed)))
    for one in recent or ():
        event = _read_event(game_id, one)
        event.hash = digest_from_text(one["hash"])
        found.append(event)
    return [event for event in found if after < event.number <= upto]


def link_events(game_id: str, head: bytes, events: Iterable[Json]) -> Iterator[ChainEvent]:
    """Yield the events of a log that follow this head, each with its hash."""
    for one in events:
        event = _read_event(game_id, one)
        event.hash = head = link_event(head, event)
        yield event


def _read_event(game_id: str, stored: Json) -> ChainEvent:
    at = datetime.fromisoformat(stored["at"])
    return ChainEvent(game_id, stored["number"], stored["type"], stored["data"], at)


def events_of(game_id: str, after: int = 0, upto: int = ALL) -> list[ChainEvent]:
    """Return a game's events above `after`, up to `upto`; none if it is archived."""
    found = sql.EVENTS.fetch_row(game=game_id, after=after, upto=upto)
    assert found is not None  # noqa: S101  The statement always has one row.
    return read_events(game_id, *orjson.loads(found[0]), after=after, upto=upto)
