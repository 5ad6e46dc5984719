"""The one form in which an event is shown: in a page, in a stream, and by a webhook."""

from collections.abc import Mapping
from typing import Any

from games.fairness.chain import Event, utc, written
from games.fairness.naming import ABOUT, names
from games.models import PrivateEvent

Json = dict[str, Any]


def envelope(event: Event, number: int, known: Mapping[str, str]) -> Json:
    """An event with its number in the feed that it is read from.

    `known` has the present usernames of participants by their ids. They stand beside what is hashed.
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


def private_envelope(event: PrivateEvent, number: int, known: Mapping[str, str]) -> Json:
    """A private event with its number in the player's feed. It has none in the log of a game, and no hash.

    One that is in no log says by her name whom it is about: nothing is hashed of it.
    """
    about = {"player": known[ABOUT]} if ABOUT in known else {}
    return {
        "number": number,
        "game": event.game_id,
        "event": None,
        "type": event.type,
        "at": utc(event.at),
        "data": {**event.data, **about},
        "players": names(event.type, event.data, known),
        "hash": None,
    }
