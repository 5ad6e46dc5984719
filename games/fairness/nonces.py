"""What hides a sealed answer in its commitment, and what its receipt is named by.

Both are made from a key of the game that nobody is ever shown, not even when the game is over: an answer that
was replaced is never opened. As in RFC 6979 what is hidden goes in too. So what a server seals after it was
put back to an earlier moment has another nonce than what it had sealed there before, or is the same answer.

Why so: docs/why.md#nonces.
"""

import hmac
from base64 import urlsafe_b64encode
from datetime import datetime
from secrets import token_bytes
from typing import Any, NamedTuple

from games.fairness.chain import Raw, canonical, utc

KEY, NONCE, NAME = 32, 16, 12
"""Bytes of a game's key, of a nonce or a salt, and of what a receipt is named by."""


class Drawn(NamedTuple):
    """What belongs to one sealed answer alone."""

    nonce: bytes
    receipt: str
    """The name of its receipt: 16 characters of URL-safe base64."""


def of_answer(key: Raw | None, after: int, bound: dict[str, Any]) -> Drawn:
    """Those of an answer that is laid down when the game's log ends with event number `after`.

    `bound` is what its commitment binds. A game without a key was opened by an older server: then they are
    drawn at random.
    """
    made = _made(key, b"answer", {"after": after, **bound})
    return Drawn(made[:NONCE], urlsafe_b64encode(made[NONCE : NONCE + NAME]).decode())


def salt(key: Raw | None, turn: int, opened_at: datetime) -> bytes:
    """What hides the private events that are bound where this turn closes."""
    return _made(key, b"turn", {"turn": turn, "opened_at": utc(opened_at)})[:NONCE]


def _made(key: Raw | None, what: bytes, about: dict[str, Any]) -> bytes:
    return hmac.digest(bytes(key or token_bytes(KEY)), what + canonical(about), "sha256")
