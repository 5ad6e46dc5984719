"""Where chance comes from: a seed committed to before anybody joins, and what the players add to it."""

import hashlib
import hmac
from collections.abc import Iterable

ALGORITHM = "hmac-sha256-fisher-yates/1"
"""Name of the way in which seeds become hands and tides; `games.rules.chance` is the second half."""


def commitment(server_seed: bytes) -> str:
    """What is published before anybody joins."""
    return f"sha256:{hashlib.sha256(server_seed).hexdigest()}"


def game_seed(server_seed: bytes, game_id: str, entropy: Iterable[str]) -> bytes:
    """HMAC-SHA256 of the server's seed over the game's id and the text of every seat, in seat order.

    Each text goes in as its length in bytes (4 bytes, big-endian) and its UTF-8, so that no two
    lists of texts look the same.
    """
    texts = [text.encode() for text in (game_id, *entropy)]
    message = b"".join(len(text).to_bytes(4, "big") + text for text in texts)
    return hmac.digest(server_seed, message, hashlib.sha256)
