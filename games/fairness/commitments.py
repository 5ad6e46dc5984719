"""Commitments of a game: the chain of its log, nonces of sealed answers, the seed of its chance.

docs/fairness.md describes them. Hashes are of canonical JSON: members sorted by name, no white space,
integers only (RFC 8785 for the values that occur here).

A nonce is derived from a key of the game that is never shown, not even when the game is over. It depends on
the moment of the sealing, so an answer that is sealed again has another nonce, also on a server that was
restored to an earlier moment; and on the answer, as in RFC 6979.

The server commits to the seed before players join, and they add texts.

Why so: docs/decisions/log-and-proof.md.
"""

import hmac
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from secrets import token_bytes
from typing import Annotated, Any, TypedDict

import orjson

from common.rest.shapes import Keywords, Moment

Raw = bytes | memoryview
"""A hash or a secret as the database returns it."""

EventData = Annotated[dict[str, Any], Keywords(title="EventData"), "Data of this type of event."]
START = bytes(32)
"""The head of an empty log."""
KEY_LENGTH, NONCE_LENGTH, RECEIPT_ID_LENGTH = 32, 16, 12
"""The lengths in bytes of a game's key, of a nonce or a salt, and of a receipt's id."""
ALGORITHM = "hmac-sha256-fisher-yates/1"
"""The name of the algorithm from seeds to draws; `games.rulesets.chance` is its second half."""


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


def digest_from_text(hash_: str) -> bytes:
    """Return the bytes of a hash that `digest_to_text` wrote."""
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
    content = {
        "game": event.game_id,
        "number": event.number,
        "type": event.type,
        "at": utc(event.at),
        "data": event.data,
    }
    return sha256(bytes(head) + sha256(to_canonical_json(content)).digest()).digest()


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


def answer_nonce(key: Raw | None, after: int, at: datetime, seat: int, action: Any) -> bytes:
    """Return the nonce of an answer sealed at this moment, after event number `after`.

    A game of an older server has no key: then the nonce is random.
    """
    content = to_canonical_json(["answer", after, utc(at), seat, action])
    return hmac.digest(bytes(key or token_bytes(KEY_LENGTH)), content, "sha256")[:NONCE_LENGTH]


def turn_salt(key: Raw | None, turn: int, opened_at: datetime) -> bytes:
    """Return the salt of the private events that this turn binds; without a key it is random."""
    content = to_canonical_json(["turn", turn, utc(opened_at)])
    return hmac.digest(bytes(key or token_bytes(KEY_LENGTH)), content, "sha256")[:NONCE_LENGTH]


def receipt_id(nonce: Raw) -> str:
    """Return the id of the receipt of an answer: 16 characters of URL-safe base64."""
    return urlsafe_b64encode(
        sha256(b"receipt" + bytes(nonce)).digest()[:RECEIPT_ID_LENGTH]
    ).decode()


def seed_commitment(server_seed: bytes) -> str:
    """Return the hash of the server's seed, which is published before players join."""
    return f"sha256:{sha256(server_seed).hexdigest()}"


def text_hash(text: str) -> str:
    """Return the hash of a player's text, which is stored and shown in place of the text."""
    return digest_to_text(sha256(text.encode()).digest())


def game_seed(server_seed: bytes, game_id: str, entropy: Iterable[str | None]) -> bytes:
    """Return HMAC-SHA256 of the server's seed over the game's id and the hashes of the texts.

    The id is its length in bytes (4 bytes, big-endian) and its UTF-8. Then each seat, in order, is a byte 0
    if it has no text, or else a byte 1 and the 32 bytes of the hash. So no two lists give the same message.
    """
    message = len(game_id.encode()).to_bytes(4, "big") + game_id.encode()
    for hash_ in entropy:
        message += bytes(1) if hash_ is None else b"\x01" + digest_from_text(hash_)
    return hmac.digest(server_seed, message, sha256)
