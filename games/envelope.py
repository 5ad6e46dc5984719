"""The one form in which an event is told: in a page, in a stream, and by a webhook."""

from typing import Any

from games.chain import written
from games.models import Event, Notice
from games.table import utc

Json = dict[str, Any]


def envelope(event: Event, number: int) -> Json:
    """An event with its number in the feed that it is read from."""
    return {
        "number": number,
        "game": event.game_id,
        "event": event.number,
        "type": event.type,
        "at": utc(event.at),
        "data": event.data,
        "hash": written(event.hash),
    }


def noticed(notice: Notice) -> Json:
    """A notice in its player's feed: an event of a game, or what she alone is told (`event` null)."""
    if notice.event is not None:
        return envelope(notice.event, notice.number)
    whisper = notice.whisper
    assert whisper is not None  # noqa: S101  The database allows nothing else.
    return {
        "number": notice.number,
        "game": whisper.game_id,
        "event": None,
        "type": whisper.type,
        "at": utc(whisper.at),
        "data": whisper.data,
        "hash": None,
    }
