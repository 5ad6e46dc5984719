"""What lies encrypted in the database: a backup or a replica without the key gives no card away.

Fernet (AES-128-CBC and HMAC-SHA256) with the keys of the setting TIDE_KEYS: the first one encrypts,
every one decrypts, so that a key can be replaced while games are under way.
"""

import base64
import hashlib
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import orjson
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.db import models
from django.db.models.query_utils import DeferredAttribute


class WrongKey(Exception):
    """Something in the database was encrypted with a key that is not among TIDE_KEYS."""


def encrypt(plain: bytes) -> bytes:
    box = _box(tuple(settings.TIDE_KEYS), settings.SECRET_KEY)
    return base64.urlsafe_b64decode(box.encrypt(plain))


def decrypt(token: bytes) -> bytes:
    """What was encrypted with one of the keys. Raises `WrongKey`."""
    box = _box(tuple(settings.TIDE_KEYS), settings.SECRET_KEY)
    try:
        return box.decrypt(base64.urlsafe_b64encode(bytes(token)))
    except InvalidToken:
        raise WrongKey("No key of TIDE_KEYS opens this.") from None


def renewed(token: bytes) -> bytes:
    """The same under the first key. Raises `WrongKey`."""
    return encrypt(decrypt(token))


@dataclass(frozen=True, slots=True)
class Closed:
    """A secret as it lies in the database. It is decrypted when somebody asks for it, and not before."""

    token: bytes


class Opening(DeferredAttribute):
    """A model's attribute that opens a `Closed` secret when it is first read."""

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

    descriptor_class = Opening

    def plain(self, value: Any) -> bytes:
        """The bytes that are encrypted for a value."""
        return bytes(value)

    def open(self, token: bytes) -> Any:
        """The value that was closed. Raises `WrongKey`."""
        return decrypt(token)

    def close(self, value: Any) -> bytes | None:
        """The value as it lies in the database; what nobody has opened stays as it is."""
        if isinstance(value, Closed):
            return value.token
        return None if value is None else encrypt(self.plain(value))

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:  # noqa: FBT001, FBT002  Django's signature.
        return super().get_db_prep_value(self.close(value), connection, prepared)

    def from_db_value(self, value: Any, *_: Any) -> Any:
        return None if value is None else self.open(value)


class SecretJSON(SecretBytes):
    """A JSON value, encrypted in the database."""

    def plain(self, value: Any) -> bytes:
        return orjson.dumps(value)

    def open(self, token: bytes) -> Any:
        return orjson.loads(decrypt(token))

    def value_to_string(self, obj: models.Model) -> Any:
        """Plain, for Django's dumps of a database."""
        return self.value_from_object(obj)


def is_key(text: str) -> bool:
    """Whether this can be one of TIDE_KEYS."""
    try:
        Fernet(text)
    except ValueError:
        return False
    return True


def new_key() -> str:
    return Fernet.generate_key().decode()


@lru_cache(maxsize=1)
def derived(secret: str) -> str:
    """A key made from the secret key, for servers that have set none."""
    made = hashlib.scrypt(secret.encode(), salt=b"tideapi at rest", n=2**14, r=8, p=1, dklen=32)
    return base64.urlsafe_b64encode(made).decode()


@lru_cache(maxsize=8)
def _box(keys: tuple[str, ...], secret: str) -> MultiFernet:
    return MultiFernet([Fernet(key) for key in keys or (derived(secret),)])
