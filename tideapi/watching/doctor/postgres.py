"""Checks that the database is there, that its version and migrations fit, and that the keys open it."""

from collections.abc import Iterator
from typing import Any

from django.db import DatabaseError, connection
from django.db.models import QuerySet

from games.models import Game
from tideapi.db import encrypted, migrations
from tideapi.watching.doctor.findings import Finding

MIN_VERSION = 150_000
"""The oldest supported version, in PostgreSQL's own numbers."""


def server_version() -> str:
    """Return PostgreSQL's version as text. Raises `DatabaseError`."""
    connection.ensure_connection()
    number = connection.connection.info.server_version
    return f"{number // 10_000}.{number % 10_000}"


def database_answers() -> Iterator[Finding]:
    try:
        server_version()
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        why = str(error).strip().partition("\n")[0]
        what = "Start PostgreSQL, or correct DATABASE_URL. Until then every call is refused."
        yield Finding("database-away", f"PostgreSQL does not answer: {why}", what)


def version_is_known() -> Iterator[Finding]:
    connection.ensure_connection()
    if connection.connection.info.server_version < MIN_VERSION:
        said = f"PostgreSQL is of version {server_version()}, and 15 is the oldest that will do."
        yield Finding("database-old", said, "Bring PostgreSQL up to date.")


def migrations_are_applied() -> Iterator[Finding]:
    if unapplied := migrations.find_unapplied():
        said = migrations.describe_unapplied(unapplied)
        what = "Run `manage.py migrate`, then restart web, workers and beat."
        yield Finding("migrations-missing", said, what)


def key_opens_what_is_sealed() -> Iterator[Finding]:
    """Check the keys on the oldest and the newest game, and on a row of each encrypted column.

    A key may have been lost, a new one set alone, or an old one dropped too early.
    """
    for what, rows in _find_encrypted_columns():
        try:
            for closed in rows[:1]:
                encrypted.decrypt_token(closed.token)
        except encrypted.WrongKey:
            said = f"No key of TIDE_KEYS opens what is sealed in {what}."
            way_out = "Put the key back with which it was encrypted: TIDE_KEYS=new,old. No such game goes on."
            yield Finding("wrong-key", said, way_out)
            return


def _find_encrypted_columns() -> list[tuple[str, "QuerySet[Any, Any]"]]:
    """Return names of encrypted columns, each with its secrets."""
    games = [
        (f"the {which} game", Game.objects.order_by(order).values_list("server_seed", flat=True))
        for which, order in (("oldest", "created_at"), ("newest", "-created_at"))
    ]
    every = [
        (
            f"{model._meta.db_table}.{name}",  # noqa: SLF001  Public by documentation.
            model._base_manager.exclude(**{name: None}).order_by("pk").values_list(name, flat=True),  # noqa: SLF001
        )
        for model, names in encrypted.encrypted_columns()
        for name in names
    ]
    return games + every
