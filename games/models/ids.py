"""What is drawn at random when a row is made."""

import secrets


def new_id() -> str:
    """A short, opaque, URL-safe id with 96 random bits, so that nobody guesses a private game's.

    None begins as an option of a command does: `manage.py analyse -x…` would be misread.

    Why so: docs/why.md#private-game.
    """
    while (drawn := secrets.token_urlsafe(12)).startswith("-"):
        pass
    return drawn


def new_seed() -> bytes:
    return secrets.token_bytes(32)


def new_nonce() -> bytes:
    """For the first migrations alone: nonces are made by `games.fairness.nonces`."""
    return secrets.token_bytes(16)
