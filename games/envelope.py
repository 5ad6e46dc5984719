"""The one form in which an event is told: in a page, in a stream, and by a webhook."""

from collections.abc import Mapping
from typing import Any

from games.chain import written
from games.models import Event, Whisper
from games.naming import names
from games.table import utc

Json = dict[str, Any]


def envelope(event: Event, number: int, known: Mapping[str, str]) -> Json:
    """An event with its number in the feed that it is read from.

    `known` has the present names of those whom it names. They stand beside what is hashed.
    """
    return {
        "number": number,
        "game": event.game_id,
        "event": event.number,
        "type": event.type,
        "at": utc(event.at),
        "data": event.data,
        "players": names(event.type, event.data, known),
        "hash": written(event.hash),
    }


def alone(whisper: Whisper, number: int, known: Mapping[str, str]) -> Json:
    """What one player alone is told, with its number in her feed."""
    return {
        "number": number,
        "game": whisper.game_id,
        "event": None,
        "type": whisper.type,
        "at": utc(whisper.at),
        "data": whisper.data,
        "players": names(whisper.type, whisper.data, known),
        "hash": None,
    }
