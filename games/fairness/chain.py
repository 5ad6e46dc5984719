"""Commitments and the chain of a game's log, as docs/fairness.md describes them.

Everything is over canonical JSON: members sorted by name, no white space, integers only (RFC 8785 for
what we write).

Why so: docs/why.md#times-go-on, docs/why.md#last-event.
"""

from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

import orjson

Raw = bytes | memoryview
"""What a hash or a secret comes as out of the database."""

START = bytes(32)
"""The head of an empty log."""


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


def link(head: Raw, event: dict[str, Any]) -> bytes:
    """The head of a log after one more event: `at`, `data`, `game`, `number` and `type`."""
    return sha256(bytes(head) + sha256(canonical(event)).digest()).digest()
