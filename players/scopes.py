"""Scopes that apps may have, and what a person reads of them."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext

from tideapi.rest.scopes import DANGEROUS, PERSONAL, SCOPES

LENT = {name: text for name, text in SCOPES.items() if name not in PERSONAL}
"""All but those that only the player's own password or passkey gives."""


@dataclass(frozen=True, slots=True)
class Wish:
    """One thing that a token may do, or that an app asks for."""

    name: str
    text: str
    dangerous: bool


def wishes(scopes: Iterable[str]) -> list[Wish]:
    """Return what these scopes mean, as a person reads it, in their language."""
    known = (name for name in scopes if name in SCOPES)
    return [Wish(name, gettext(SCOPES[name]), name in DANGEROUS) for name in known]
