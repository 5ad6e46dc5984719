"""Texts that are found by their value, and of which the database has only a digest.

A reader of the database, or of a copy of it, cannot use the digests.
"""

import base64
from typing import Any

from django.db import models
from django.utils.crypto import salted_hmac

BYTES = 30
"""Bytes of a digest: 240 bits, which are 40 characters."""


class Digest(str):
    """A text as it lies in the database. It equals the text of which it was made."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, str):
            return NotImplemented
        return str(self) == (str(other) if isinstance(other, Digest) else keyed_digest(other))

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return str.__hash__(self)


def keyed_digest(text: str) -> str:
    """Return the digest of a text: keyed with SECRET_KEY, so that short texts cannot be guessed."""
    made = salted_hmac("common.db.digested", text, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(made[:BYTES]).decode()


class DigestField(models.CharField):  # type: ignore[type-arg]  # not generic at run time
    """A text of which only a digest is written. A value that was read is a `Digest`, written unchanged."""

    def get_prep_value(self, value: Any) -> Any:
        if value is None or isinstance(value, Digest):
            return None if value is None else str(value)
        return keyed_digest(str(value))

    def from_db_value(self, value: Any, *_: Any) -> Digest | None:
        return None if value is None else Digest(value)

    def deconstruct(self) -> tuple[str, str, list[Any], dict[str, Any]]:
        """Return a plain text field, so that a column that was one needs no migration."""
        name, _, args, words = super().deconstruct()
        return name, "django.db.models.CharField", list(args), dict(words)
