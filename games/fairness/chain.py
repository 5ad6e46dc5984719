"""Commitments and the chain of a game's log, as docs/fairness.md describes them.

Everything is over canonical JSON: members sorted by name, no white space, integers only (RFC 8785 for
what we write).

Why so: docs/why.md#times-go-on, docs/why.md#last-event.
"""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

import orjson

Raw = bytes | memoryview
"""What a hash or a secret comes as out of the database."""

START = bytes(32)
"""The head of an empty log."""


@dataclass(slots=True)
class Event:
    """Something that all who may look at a game may know, numbered from 1 without a gap."""

    game_id: str
    number: int
    type: str
    data: dict[str, Any]
    at: datetime
    hash: Raw = field(default=b"", repr=False)
    """The head of the log with this event, 32 bytes."""


def canonical(value: Any) -> bytes:
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def written(digest: Raw) -> str:
    """A hash as it stands in answers and records."""
    return f"sha256:{bytes(digest).hex()}"


def read(hash_: str) -> bytes:
    """The hash that is written so."""
    return bytes.fromhex(hash_.removeprefix("sha256:"))


def utc(moment: datetime) -> str:
    """A moment as RFC 3339 in UTC: the one form in which it is hashed and shown."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def digest(value: Any) -> str:
    """The hash of a JSON value."""
    return written(sha256(canonical(value)).digest())


def commitment(secret: Raw, value: Any) -> str:
    """What binds to a JSON value without telling it: its hash behind 16 secret bytes."""
    return written(sha256(bytes(secret) + canonical(value)).digest())


def link(head: Raw, event: Event) -> bytes:
    """The head of a log after one more event."""
    its = {
        "game": event.game_id,
        "number": event.number,
        "type": event.type,
        "at": utc(event.at),
        "data": event.data,
    }
    return sha256(bytes(head) + sha256(canonical(its)).digest()).digest()


def record_event(event: Event) -> dict[str, Any]:
    """Return an event as a record shows it, which is also how it is kept."""
    return {
        "number": event.number,
        "type": event.type,
        "at": utc(event.at),
        "data": event.data,
        "hash": written(event.hash),
    }
