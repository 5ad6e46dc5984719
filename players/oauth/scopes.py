"""Scopes for apps, in the form that django-oauth-toolkit requires."""

from typing import Any

from oauth2_provider.scopes import BaseScopes

from common.rest.scopes import LENT

UNLESS_ASKED = ["game:read"]


class Scopes(BaseScopes):  # type: ignore[misc]  # It has no types.
    def get_all_scopes(self) -> dict[str, str]:
        return LENT

    def get_available_scopes(self, *_: Any, **__: Any) -> list[str]:
        return list(LENT)

    def get_default_scopes(self, *_: Any, **__: Any) -> list[str]:
        return UNLESS_ASKED
