"""Which scopes an app may ask for, and what a person reads of them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext
from oauth2_provider.scopes import BaseScopes

from tideapi.rest.scopes import DANGEROUS, PERSONAL, SCOPES

LENT = {name: text for name, text in SCOPES.items() if name not in PERSONAL}
"""All but those that only the player's own password or passkey gives."""
UNLESS_ASKED = ["game:read"]


class Scopes(BaseScopes):  # type: ignore[misc]  # It has no types.
    def get_all_scopes(self) -> dict[str, str]:
        return LENT

    def get_available_scopes(self, *_: Any, **__: Any) -> list[str]:
        return list(LENT)

    def get_default_scopes(self, *_: Any, **__: Any) -> list[str]:
        return UNLESS_ASKED


@dataclass(frozen=True, slots=True)
class Wish:
    """One thing that an app asks for."""

    name: str
    text: str
    dangerous: bool


def wishes(scopes: Iterable[str]) -> list[Wish]:
    """What these scopes mean, as a person reads it, in her language."""
    known = (name for name in scopes if name in SCOPES)
    return [Wish(name, gettext(SCOPES[name]), name in DANGEROUS) for name in known]
