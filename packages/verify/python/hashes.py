"""Canonical JSON, hashes and commitments."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping

from packages.verify.python.faults import Json


def canonical(value: Json) -> bytes:
    """C(x): UTF-8 without white space, members sorted by name, whole numbers only."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode("utf-8")


def digest(data: bytes) -> bytes:
    """H(x): SHA-256."""
    return hashlib.sha256(data).digest()


def written(hash_: bytes) -> str:
    """A hash as it stands in records."""
    return f"sha256:{hash_.hex()}"


def seed_commitment(server_seed: str) -> str:
    """What is published before anybody joins; the seed in hexadecimal digits."""
    return written(digest(bytes.fromhex(server_seed)))


def answer_commitment(nonce: str, action: Json, game: str, seat: int, turn: int) -> str:
    """What a sealed answer is committed to by."""
    content = {"action": action, "game": game, "seat": seat, "turn": turn}
    return written(digest(bytes.fromhex(nonce) + canonical(content)))


def next_head(head: bytes, game: str, event: Mapping[str, Json]) -> bytes:
    """The head of the chain after one more event; before the first it is 32 zero bytes."""
    content = {name: event[name] for name in ("at", "data", "number", "type")}
    return digest(head + digest(canonical({**content, "game": game})))


def private_commitment(salt: str, told: Json) -> str:
    """What binds that which players alone were told since the last turn closed."""
    return written(digest(bytes.fromhex(salt) + canonical(told)))


def record_hash(record: Mapping[str, Json]) -> str:
    """What the last event says of all the rest, but for the names that players have now."""
    bound = {name: record[name] for name in record if name not in ("log", "players")}
    return written(digest(canonical(bound)))
