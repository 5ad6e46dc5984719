"""What hides a sealed answer in its commitment, and what its receipt is named by.

Nonces are made from a key of the game that nobody is ever shown, not even when the game is over. When an
answer is sealed goes in, so that one which is sealed again has another nonce, also by a server that was put
back to an earlier moment; and so does the answer, as in RFC 6979.

Why so: docs/why.md#nonces.
"""

import hmac
from base64 import urlsafe_b64encode
from datetime import datetime
from hashlib import sha256
from secrets import token_bytes
from typing import Any

from games.fairness.chain import Raw, canonical, utc

KEY, NONCE, NAME = 32, 16, 12
"""Bytes of a game's key, of a nonce or a salt, and of what a receipt is named by."""


def of_answer(key: Raw | None, after: int, at: datetime, seat: int, action: Any) -> bytes:
    """The nonce of an answer that is laid down at this moment, when the log ends with event number `after`.

    A game without a key was opened by an older server: then the nonce is drawn at random.
    """
    its = canonical(["answer", after, utc(at), seat, action])
    return hmac.digest(bytes(key or token_bytes(KEY)), its, "sha256")[:NONCE]


def salt(key: Raw | None, turn: int, opened_at: datetime) -> bytes:
    """What hides the private events that are bound where this turn closes; at random without a key, too."""
    its = canonical(["turn", turn, utc(opened_at)])
    return hmac.digest(bytes(key or token_bytes(KEY)), its, "sha256")[:NONCE]


def receipt(nonce: Raw) -> str:
    """What the receipt of an answer with this nonce is named by: 16 characters of URL-safe base64."""
    return urlsafe_b64encode(sha256(b"receipt" + bytes(nonce)).digest()[:NAME]).decode()
