"""Scopes and random tokens for apps, in the forms that django-oauth-toolkit requires."""

import secrets
from typing import Any

from oauth2_provider.scopes import BaseScopes

from common.rest.scopes import LENT
from players.models.token import APP_TOKEN_START

UNLESS_ASKED = ["game:read"]
REFRESH_START = "tider_"


class Scopes(BaseScopes):  # type: ignore[misc]  # It has no types.
    def get_all_scopes(self) -> dict[str, str]:
        return LENT

    def get_available_scopes(self, *_: Any, **__: Any) -> list[str]:
        return list(LENT)

    def get_default_scopes(self, *_: Any, **__: Any) -> list[str]:
        return UNLESS_ASKED


def access_token(request: Any, refresh_token: Any = None) -> str:
    return APP_TOKEN_START + secrets.token_urlsafe(32)


def refresh_token(request: Any, refresh_token: Any = None) -> str:
    return REFRESH_START + secrets.token_urlsafe(32)
