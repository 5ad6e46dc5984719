"""Random secrets for apps, with a prefix for each kind."""

import secrets
from typing import Any

from players.models.token import APP_TOKEN_START

REFRESH_START = "tider_"
LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""Letters of codes that people type: no vowels, so no words, nothing like a digit (RFC 8628, 6.1)."""
HALF = 4


def access_token(request: Any, refresh_token: Any = None) -> str:
    return APP_TOKEN_START + secrets.token_urlsafe(32)


def refresh_token(request: Any, refresh_token: Any = None) -> str:
    return REFRESH_START + secrets.token_urlsafe(32)


def user_code() -> str:
    """Return a code such as WDJB-MJHT, one of 25,600,000,000."""
    letters = "".join(secrets.choice(LETTERS) for _ in range(2 * HALF))
    return normalize_code(letters)


def normalize_code(text: str) -> str:
    """Return a typed code in its stored form."""
    letters = "".join(one for one in text.upper() if one in LETTERS)
    return f"{letters[:HALF]}-{letters[HALF:]}"
