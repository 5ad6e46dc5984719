"""Nonces of sealed answers, salts of turns, and the ids of receipts.

A nonce is derived from a key of the game that is never shown, not even when the game is over. It depends on
the moment of the sealing, so an answer that is sealed again has another nonce, also on a server that was
restored to an earlier moment; and on the answer, as in RFC 6979.

Why so: docs/decisions/log-and-proof.md.
"""

import hmac
from base64 import urlsafe_b64encode
from datetime import datetime
from hashlib import sha256
from secrets import token_bytes
from typing import Any

from games.fairness.chain import Raw, to_canonical_json, utc

KEY, NONCE, NAME = 32, 16, 12
"""The lengths in bytes of a game's key, of a nonce or a salt, and of a receipt's id."""


def of_answer(key: Raw | None, after: int, at: datetime, seat: int, action: Any) -> bytes:
    """Return the nonce of an answer sealed at this moment, after event number `after`.

    A game of an older server has no key: then the nonce is random.
    """
    its = to_canonical_json(["answer", after, utc(at), seat, action])
    return hmac.digest(bytes(key or token_bytes(KEY)), its, "sha256")[:NONCE]


def derive_salt(key: Raw | None, turn: int, opened_at: datetime) -> bytes:
    """Return the salt of the private events that this turn binds; without a key it is random."""
    its = to_canonical_json(["turn", turn, utc(opened_at)])
    return hmac.digest(bytes(key or token_bytes(KEY)), its, "sha256")[:NONCE]


def receipt_id(nonce: Raw) -> str:
    """Return the id of the receipt of an answer: 16 characters of URL-safe base64."""
    return urlsafe_b64encode(sha256(b"receipt" + bytes(nonce)).digest()[:NAME]).decode()
