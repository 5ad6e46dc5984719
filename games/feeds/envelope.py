"""The one form in which an event is shown: in a page, in a stream, and by a webhook."""

from collections.abc import Mapping
from typing import Any

from games.fairness.commitments import ChainEvent, digest_to_text, utc
from games.fairness.player_names import ABOUT, names_in_event
from games.models import PrivateEvent
from games.shapes.events import FeedEvent

Json = dict[str, Any]


def event_envelope(event: ChainEvent, number: int, known: Mapping[str, str]) -> FeedEvent:
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
        "players": names_in_event(event.type, event.data, known),
        "hash": digest_to_text(event.hash),
    }


def private_envelope(event: PrivateEvent, number: int, known: Mapping[str, str]) -> FeedEvent:
    """Return a private event with its number in the player's feed. It is in no log and has no hash.

    It names the other player by username, because nothing of it is hashed.
    """
    about = {"player": known[ABOUT]} if ABOUT in known else {}
    return {
        "number": number,
        "game": event.game_id,
        "event": None,
        "type": event.type,
        "at": utc(event.at),
        "data": {**event.data, **about},
        "players": names_in_event(event.type, event.data, known),
        "hash": None,
    }
