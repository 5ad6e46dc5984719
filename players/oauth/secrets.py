"""What apps are given: texts made by chance, known apart by how they begin."""

import secrets
from typing import Any

from players.models.token import APP_TOKEN_START

REFRESH_START = "tider_"
LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""Of codes that people type: no vowels, so no words, and nothing that looks like a digit (RFC 8628, 6.1)."""
HALF = 4


def access_token(request: Any, refresh_token: Any = None) -> str:
    return APP_TOKEN_START + secrets.token_urlsafe(32)


def refresh_token(request: Any, refresh_token: Any = None) -> str:
    return REFRESH_START + secrets.token_urlsafe(32)


def user_code() -> str:
    """A code such as WDJB-MJHT, one of 25,600,000,000."""
    letters = "".join(secrets.choice(LETTERS) for _ in range(2 * HALF))
    return typed(letters)


def typed(text: str) -> str:
    """A code as it is kept, however somebody has typed it."""
    letters = "".join(one for one in text.upper() if one in LETTERS)
    return f"{letters[:HALF]}-{letters[HALF:]}"
