"""Encryption of values in the database: a backup or a replica without the key reveals no card.

AES-256-GCM with the keys of the setting TIDE_KEYS: the first one encrypts, every one decrypts, so that a key
can be replaced while games are under way. The database has one byte for the form, the nonce, and the
ciphertext with its tag.

Why so: docs/decisions/secrecy.md.
"""

import base64
import hashlib
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import orjson
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.apps import apps
from django.conf import settings
from django.db import models
from django.db.models.query_utils import DeferredAttribute

FORM = b"\x01"
"""The first byte of every secret; another form would have another one."""
NONCE = 12
"""Bytes of a nonce, new for each secret."""
TAG = 16
"""Bytes of the authentication tag, the shortest ciphertext."""
KEY = 32
"""Bytes of a key."""


class WrongKey(Exception):
    """A value in the database was encrypted with a key that is not among TIDE_KEYS."""


def encrypt_bytes(plain: bytes) -> bytes:
    first = _make_ciphers(tuple(settings.TIDE_KEYS), settings.SECRET_KEY)[0]
    nonce = os.urandom(NONCE)
    return FORM + nonce + first.encrypt(nonce, plain, FORM)


def decrypt_token(token: bytes) -> bytes:
    """Return the plain bytes of a token. Raises `WrongKey`."""
    token = bytes(token)
    form, nonce, sealed = token[:1], token[1 : 1 + NONCE], token[1 + NONCE :]
    if form == FORM and len(sealed) >= TAG:
        for box in _make_ciphers(tuple(settings.TIDE_KEYS), settings.SECRET_KEY):
            with suppress(InvalidTag):
                return box.decrypt(nonce, sealed, FORM)
    raise WrongKey("No key of TIDE_KEYS opens this.")


def renew_token(token: bytes) -> bytes:
    """Return the token encrypted with the first key. Raises `WrongKey`."""
    return encrypt_bytes(decrypt_token(token))


@dataclass(frozen=True, slots=True)
class Closed:
    """A ciphertext from the database, decrypted only when its value is needed.

    A row's attribute decrypts it; values from `values` and `values_list` are decrypted by `decrypt`.
    """

    token: bytes


class DecryptingAttribute(DeferredAttribute):
    """A model's attribute that decrypts a `Closed` value when it is first read."""

    field: "SecretBytes"

    def __get__(self, instance: Any, cls: Any = None) -> Any:
        if instance is not None:
            held = instance.__dict__.get(self.field.attname)
            if isinstance(held, Closed):
                instance.__dict__[self.field.attname] = self.field.open(held.token)
        return super().__get__(instance, cls)

    def __set__(self, instance: Any, value: Any) -> None:
        instance.__dict__[self.field.attname] = value


class SecretBytes(models.BinaryField):  # type: ignore[type-arg]  # not generic at run time
    """Bytes, encrypted in the database."""

    descriptor_class = DecryptingAttribute

    def plain(self, value: Any) -> bytes:
        """Return the bytes to encrypt for a value."""
        return bytes(value)

    def open(self, token: bytes) -> Any:
        """Return the decrypted value. Raises `WrongKey`."""
        return decrypt_token(token)

    def close(self, value: Any) -> bytes | None:
        """Return the value for the database; a value that was not decrypted stays unchanged."""
        if isinstance(value, Closed):
            return value.token
        return None if value is None else encrypt_bytes(self.plain(value))

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:  # noqa: FBT001, FBT002  Django's signature.
        return super().get_db_prep_value(self.close(value), connection, prepared)

    def from_db_value(self, value: Any, *_: Any) -> Closed | None:
        """Return the ciphertext, so that a row which no key opens spoils no query."""
        return None if value is None else Closed(bytes(value))


class SecretJSON(SecretBytes):
    """A JSON value, encrypted in the database."""

    def plain(self, value: Any) -> bytes:
        return orjson.dumps(value)

    def open(self, token: bytes) -> Any:
        return orjson.loads(decrypt_token(token))

    def value_to_string(self, obj: models.Model) -> Any:
        """Return the plain value, for Django's dumps of a database."""
        return self.value_from_object(obj)


def encrypted_columns() -> Iterator[tuple[type[models.Model], list[str]]]:
    """Yield each model with encrypted fields, and the names of these."""
    for model in apps.get_models(include_auto_created=True):
        fields = [
            field.name
            for field in model._meta.local_concrete_fields  # noqa: SLF001  Public by documentation.
            if isinstance(field, SecretBytes)
        ]
        if fields:  # A proxy has no fields of its own.
            yield model, fields


def is_key(text: str) -> bool:
    """Return whether this can be one of TIDE_KEYS."""
    try:
        return len(_decode_key(text)) == KEY
    except ValueError:
        return False


def new_key() -> str:
    return base64.urlsafe_b64encode(os.urandom(KEY)).decode()


@lru_cache(maxsize=1)
def derive_key(secret: str) -> str:
    """Return a key made from the secret key, for servers that have set none."""
    made = hashlib.scrypt(secret.encode(), salt=b"tideapi at rest", n=2**14, r=8, p=1, dklen=KEY)
    return base64.urlsafe_b64encode(made).decode()


def _decode_key(key: str) -> bytes:
    return base64.b64decode(key, altchars=b"-_", validate=True)


@lru_cache(maxsize=8)
def _make_ciphers(keys: tuple[str, ...], secret: str) -> list[AESGCM]:
    return [AESGCM(_decode_key(key)) for key in keys or (derive_key(secret),)]
