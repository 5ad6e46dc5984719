"""Where chance comes from: a seed committed to before anybody joins, and what the players add to it.

Why so: docs/why.md#text-for-the-deal.
"""

import hashlib
import hmac
from collections.abc import Iterable

from games.fairness.chain import read, written

ALGORITHM = "hmac-sha256-fisher-yates/1"
"""Name of the way in which seeds become hands and tides; `games.rules.chance` is the second half."""


def commitment(server_seed: bytes) -> str:
    """What is published before anybody joins."""
    return f"sha256:{hashlib.sha256(server_seed).hexdigest()}"


def text_hash(text: str) -> str:
    """What is kept and shown of a player's text; the text itself she need not show to anybody."""
    return written(hashlib.sha256(text.encode()).digest())


def game_seed(server_seed: bytes, game_id: str, entropy: Iterable[str | None]) -> bytes:
    """HMAC-SHA256 of the server's seed over the game's id and the hashes of the seats' texts, in seat order.

    The id goes in as its length in bytes (4 bytes, big-endian) and its UTF-8; each seat as a byte 0 where it
    has no text, and else a byte 1 and the 32 bytes of the hash. So no two lists look the same.
    """
    message = len(game_id.encode()).to_bytes(4, "big") + game_id.encode()
    for hash_ in entropy:
        message += bytes(1) if hash_ is None else b"\x01" + read(hash_)
    return hmac.digest(server_seed, message, hashlib.sha256)
