"""The players that events name: the log has participants' ids, current usernames stand beside it."""

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
"""The member of the data that holds a participant, by type of event. `started` names all seats."""
ABOUT = "about"
"""The key, in place of a participant's id, of the subject of an account event."""
TYPES = [*MEMBERS, "started"]


def iterate_participants(kind: str, data: Json) -> Iterator[str]:
    """Yield the ids of the participants that an event of this type names."""
    if kind in MEMBERS:
        yield data[MEMBERS[kind]]
    elif kind == "started":
        yield from (seat["player"] for seat in data["seats"] if seat["player"] is not None)


def names_in_event(kind: str, data: Json, known: Mapping[str, str]) -> dict[str, str]:
    """Return the known usernames of the participants that an event names, by their ids."""
    return {one: known[one] for one in iterate_participants(kind, data) if one in known}
