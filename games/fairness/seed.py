"""The seed of a game's chance: the server commits to it before players join, and they add texts.

Why so: docs/decisions/log-and-proof.md.
"""

import hashlib
import hmac
from collections.abc import Iterable

from games.fairness.chain import digest_to_text, read

ALGORITHM = "hmac-sha256-fisher-yates/1"
"""The name of the algorithm from seeds to draws; `games.rules.chance` is its second half."""


def seed_commitment(server_seed: bytes) -> str:
    """Return the hash of the server's seed, which is published before players join."""
    return f"sha256:{hashlib.sha256(server_seed).hexdigest()}"


def text_hash(text: str) -> str:
    """Return the hash of a player's text, which is stored and shown in place of the text."""
    return digest_to_text(hashlib.sha256(text.encode()).digest())


def game_seed(server_seed: bytes, game_id: str, entropy: Iterable[str | None]) -> bytes:
    """Return HMAC-SHA256 of the server's seed over the game's id and the hashes of the texts.

    The id is its length in bytes (4 bytes, big-endian) and its UTF-8. Then each seat, in order, is a byte 0
    if it has no text, or else a byte 1 and the 32 bytes of the hash. So no two lists give the same message.
    """
    message = len(game_id.encode()).to_bytes(4, "big") + game_id.encode()
    for hash_ in entropy:
        message += bytes(1) if hash_ is None else b"\x01" + read(hash_)
    return hmac.digest(server_seed, message, hashlib.sha256)
