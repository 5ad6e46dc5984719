"""Commitments and the chain of a game's log, as docs/fairness.md describes them.

Hashes are of canonical JSON: members sorted by name, no white space, integers only (RFC 8785 for
the values that occur here).

Why so: docs/decisions/log-and-proof.md.
"""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from typing import Annotated, Any, TypedDict

import orjson

from tideapi.rest.shapes import Keywords, Moment

Raw = bytes | memoryview
"""A hash or a secret as the database returns it."""

EventData = Annotated[dict[str, Any], Keywords(title="EventData"), "Data of this type of event."]
START = bytes(32)
"""The head of an empty log."""


@dataclass(slots=True)
class ChainEvent:
    """A public event of a game's log, numbered from 1 without a gap."""

    game_id: str
    number: int
    type: str
    data: dict[str, Any]
    at: datetime
    hash: Raw = field(default=b"", repr=False)
    """The head of the log with this event, 32 bytes."""


def to_canonical_json(value: Any) -> bytes:
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def digest_to_text(digest: Raw) -> str:
    """Return a hash as responses and records have it."""
    return f"sha256:{bytes(digest).hex()}"


def read(hash_: str) -> bytes:
    """Return the bytes of a hash that `written` wrote."""
    return bytes.fromhex(hash_.removeprefix("sha256:"))


def utc(moment: datetime) -> str:
    """Return a moment as RFC 3339 in UTC, as it is hashed and shown."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def digest_json(value: Any) -> str:
    """Return the hash of a JSON value."""
    return digest_to_text(sha256(to_canonical_json(value)).digest())


def commit_to_json(secret: Raw, value: Any) -> str:
    """Return the commitment to a JSON value: its hash behind 16 secret bytes."""
    return digest_to_text(sha256(bytes(secret) + to_canonical_json(value)).digest())


def link_event(head: Raw, event: ChainEvent) -> bytes:
    """Return the head of a log after one more event."""
    its = {
        "game": event.game_id,
        "number": event.number,
        "type": event.type,
        "at": utc(event.at),
        "data": event.data,
    }
    return sha256(bytes(head) + sha256(to_canonical_json(its)).digest()).digest()


class LoggedEvent(TypedDict):
    number: Annotated[int, Keywords(minimum=1), "Number of the event in the log."]
    type: Annotated[str, "Type of the event."]
    at: Annotated[Moment, "When the event happened."]
    data: EventData
    hash: Annotated[str, "The head of the log with this event."]


def record_event(event: ChainEvent) -> LoggedEvent:
    """Return an event as it is stored and as a record shows it."""
    return {
        "number": event.number,
        "type": event.type,
        "at": utc(event.at),
        "data": event.data,
        "hash": digest_to_text(event.hash),
    }
