"""Random ids and seeds of new rows."""

import secrets


def new_id() -> str:
    """Return a short, opaque, URL-safe id with 96 random bits: too many to guess a private game's.

    No id begins with a hyphen, because `manage.py analyse -x…` would read it as an option.
    """
    while (drawn := secrets.token_urlsafe(12)).startswith("-"):
        pass
    return drawn


def new_seed() -> bytes:
    return secrets.token_bytes(32)
