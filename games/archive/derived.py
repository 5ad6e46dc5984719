"""Hashes that follow from the rest of a game's history: half of what it would weigh, compressed.

They are the chain of the log, what sealed answers were bound to, and what a turn that closes binds where
nobody was told anything alone. Only what is the same when it is worked out is left out.

Why so: docs/why.md#derived.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from games.fairness import chain
from games.models import Event
from games.store.table import Resolved, logged
from tideapi.db.instances import instance

Json = dict[str, Any]
Known = dict[tuple[str, int, int], str]
"""Hashes by the type of the event that has them, its turn and its seat."""
HASH = {"sealed": "commitment", "turn_closed": "private"}
"""Under which name an event of this type has a hash in its data."""


def without(events: Iterable[Event], turns: Sequence[Resolved]) -> list[Event]:
    """The events with null where a hash in their data follows from the turns."""
    known = _known(turns)
    return [_copy(one, _swapped(one, known, to_null=True)) for one in events]


def complete(events: Iterable[Event], turns: Sequence[Resolved]) -> None:
    """Put into events what `without` has left out, and the hash of each: the head of the log with it."""
    known = _known(turns)
    head: bytes = chain.START
    for one in events:
        one.data = _swapped(one, known, to_null=False)
        one.hash = head = chain.link(head, logged(one))


def _swapped(event: Event, known: Known, *, to_null: bool) -> Json:
    """An event's data, its members in the order in which they were."""
    data: Json = event.data
    name = HASH.get(event.type)
    if name is None or name not in data:
        return data
    found = known.get((event.type, data["turn"], data.get("seat", 0)))
    before, after = (found, None) if to_null else (None, found)
    return data if data[name] != before else {**data, name: after}


def _known(turns: Iterable[Resolved]) -> Known:
    known: Known = {}
    for one in turns:
        number, game = one.turn.number, one.turn.game_id
        known["turn_closed", number, 0] = chain.commitment(one.turn.salt, [])
        for seat, answer in one.answers.items():
            bound = {"game": game, "turn": number, "seat": seat, "action": answer.action}
            known["sealed", number, seat] = chain.commitment(answer.nonce, bound)
    return known


def _copy(event: Event, data: Json) -> Event:
    return instance(Event, {**vars(event), "data": data}.items())
