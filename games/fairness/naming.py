"""Whom an event names: the log knows participants, and their names stand beside it, as they are now.

Why so: docs/why.md#participants.
"""

from collections.abc import Iterator, Mapping
from typing import Any

Json = dict[str, Any]

MEMBERS = {
    "created": "host",
    "joined": "player",
    "left": "player",
    "host_changed": "host",
    "stand_in": "player",
    "returned": "player",
    "seat_offered": "player",
    "offer_ended": "player",
    "seat_taken": "player",
    "offered_to_you": "host",
    "seat_lost": "player",
}
"""In which member of its data an event of this type names somebody. `started` names all who are seated."""
ABOUT = "about"
"""In the place of an id: whom an event is about that is in no log."""
TYPES = [*MEMBERS, "started"]


def named(kind: str, data: Json) -> Iterator[str]:
    """The ids of the participants that an event of this type names."""
    if kind in MEMBERS:
        yield data[MEMBERS[kind]]
    elif kind == "started":
        yield from (seat["player"] for seat in data["seats"] if seat["player"] is not None)


def names(kind: str, data: Json, known: Mapping[str, str]) -> dict[str, str]:
    """The usernames of those whom an event names, by their ids, of all usernames that are known."""
    return {one: known[one] for one in named(kind, data) if one in known}
