"""The plain way of what the server does cleverly, each put in its place for as long as it is measured."""

import base64
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from unittest.mock import patch

import psycopg
from cryptography.fernet import Fernet
from django.db import DEFAULT_DB_ALIAS, connection, models
from django.db.backends.postgresql.base import DatabaseWrapper as Postgres

from games.api.games import OneGame
from games.api.turns import MySubmission
from players.authentication import BearerToken
from tideapi.db import encrypted, statements
from tideapi.db.backend.base import DatabaseWrapper

ALL = ("seal", "advance", "read", "unchanged")


@dataclass(frozen=True)
class Alternative:
    """What is clever and what is plain, the calls in which it matters, and what does it the plain way."""

    name: str
    calls: tuple[str, ...]
    plainly: Callable[[], AbstractContextManager[Any]]


# -- statements


def _by_cursor(
    text: str, values: Mapping[str, Any], many: bool, context: Mapping[str, Any]
) -> list[tuple[Any, ...]]:
    """Psycopg's cursor, which prepares the statement as well."""
    django = context["connection"]
    with django.wrap_database_errors, psycopg.Cursor(django.connection) as cursor:
        return cursor.execute(text.encode(), values or None, prepare=True).fetchall()


@contextmanager
def _cursors() -> Iterator[None]:
    connection.ensure_connection()
    connection.connection.prepare_threshold = 5  # None, as Django has it, forbids `prepare`.
    with patch.object(statements, "_run_prepared", _by_cursor):
        yield


# -- rows


def _from_db(model: type[models.Model], values: Iterable[tuple[str, Any]]) -> models.Model:
    # They are in the model's order, as `from_db` wants them: that is the order in which they are read.
    names, given = zip(*values, strict=True)
    return model.from_db(DEFAULT_DB_ALIAS, names, given)


@contextmanager
def _rows() -> Iterator[None]:
    with ExitStack() as stack:
        for module in [*sys.modules.values()]:
            for name, value in [*vars(module).items()]:
                if value is statements.make_instance:
                    stack.enter_context(patch.object(module, name, _from_db))
        yield


# -- plans


@contextmanager
def _plans() -> Iterator[None]:
    connection.ensure_connection()
    connection.connection.execute("SET plan_cache_mode = auto")
    yield
    connection.connection.execute("SET plan_cache_mode = force_generic_plan")


# -- the caller


@contextmanager
def _alone() -> Iterator[None]:
    with (
        patch.object(OneGame, "authentication_classes", [BearerToken]),
        patch.object(MySubmission, "authentication_classes", [BearerToken]),
    ):
        yield


# -- secrets


@contextmanager
def _fernet() -> Iterator[None]:
    """What lies in the database was sealed the other way: it is opened so, and one like it as Fernet does."""
    box, encrypt, decrypt = (
        Fernet(Fernet.generate_key()),
        encrypted.encrypt_bytes,
        encrypted.decrypt_token,
    )
    like = lru_cache(lambda length: box.encrypt(bytes(length)))

    def closed(plain: bytes) -> bytes:
        base64.urlsafe_b64decode(box.encrypt(plain))
        return encrypt(plain)

    def opened(token: bytes) -> bytes:
        plain = decrypt(token)
        box.decrypt(base64.urlsafe_b64encode(base64.urlsafe_b64decode(like(len(plain)))))
        return plain

    with (
        patch.object(encrypted, "encrypt_bytes", closed),
        patch.object(encrypted, "decrypt_token", opened),
    ):
        yield


ALTERNATIVES = [
    Alternative("libpq itself / psycopg's prepared cursor", ALL, _cursors),
    Alternative("instance / Model.from_db", ALL, _rows),
    Alternative("one plan for all values / PostgreSQL's choice", ALL, _plans),
    Alternative(
        "a look at the socket / SELECT 1",
        ALL,
        lambda: patch.object(DatabaseWrapper, "is_usable", Postgres.is_usable),
    ),
    Alternative("the caller with her game / two statements", ALL, _alone),
    Alternative("AES-GCM / Fernet", ("seal", "advance", "read"), _fernet),
]
"""What stays because it gains at least a twentieth of a whole call (docs/decisions/database.md)."""
