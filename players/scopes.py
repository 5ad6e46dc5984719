"""Scopes that apps may have, and their texts for people."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext

from tideapi.rest.scopes import DANGEROUS, PERSONAL, SCOPES

LENT = {name: text for name, text in SCOPES.items() if name not in PERSONAL}
"""All scopes but those that only the player's own password or passkey gives."""


@dataclass(frozen=True, slots=True)
class ScopeRequest:
    """A permission of a token, or one that an app asks for."""

    name: str
    text: str
    dangerous: bool


def scope_requests(scopes: Iterable[str]) -> list[ScopeRequest]:
    """Return the texts of these scopes for a person, in the active language."""
    known = (name for name in scopes if name in SCOPES)
    return [ScopeRequest(name, gettext(SCOPES[name]), name in DANGEROUS) for name in known]
