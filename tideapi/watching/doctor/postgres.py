"""Is the database there, is it ours, and can we read what is in it."""

from collections.abc import Iterator
from typing import Any

from django.db import DatabaseError, connection
from django.db.models import QuerySet

from games.models import Game
from tideapi.db import encrypted, migrations
from tideapi.watching.doctor.finding import Finding

OLDEST = 150_000
"""The first version that is supported, as PostgreSQL counts them."""


def version() -> str:
    """PostgreSQL's, as a person says it. Raises `DatabaseError`."""
    connection.ensure_connection()
    number = connection.connection.info.server_version
    return f"{number // 10_000}.{number % 10_000}"


def database_answers() -> Iterator[Finding]:
    try:
        version()
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        why = str(error).strip().partition("\n")[0]
        what = "Start PostgreSQL, or correct DATABASE_URL. Until then every call is refused."
        yield Finding("database-away", f"PostgreSQL does not answer: {why}", what)


def version_is_known() -> Iterator[Finding]:
    connection.ensure_connection()
    if connection.connection.info.server_version < OLDEST:
        said = f"PostgreSQL is of version {version()}, and 15 is the oldest that will do."
        yield Finding("database-old", said, "Bring PostgreSQL up to date.")


def migrations_are_applied() -> Iterator[Finding]:
    if unapplied := migrations.find_unapplied():
        said = migrations.describe_unapplied(unapplied)
        what = "Run `manage.py migrate`, then restart web, workers and beat."
        yield Finding("migrations-missing", said, what)


def key_opens_what_is_sealed() -> Iterator[Finding]:
    """The oldest game and the newest one, and a row of whatever else is encrypted.

    A key may have been lost, a new one be set alone, or an old one be dropped too early.
    """
    for what, rows in _sealed():
        try:
            for closed in rows[:1]:
                encrypted.decrypt(closed.token)
        except encrypted.WrongKey:
            said = f"No key of TIDE_KEYS opens what is sealed in {what}."
            way_out = "Put the key back with which it was encrypted: TIDE_KEYS=new,old. No such game goes on."
            yield Finding("wrong-key", said, way_out)
            return


def _sealed() -> list[tuple[str, "QuerySet[Any, Any]"]]:
    """What to look into, as one says it, and the secrets there."""
    games = [
        (f"the {which} game", Game.objects.order_by(order).values_list("server_seed", flat=True))
        for which, order in (("oldest", "created_at"), ("newest", "-created_at"))
    ]
    every = [
        (
            f"{model._meta.db_table}.{name}",  # noqa: SLF001  Public by documentation.
            model._base_manager.exclude(**{name: None}).order_by("pk").values_list(name, flat=True),  # noqa: SLF001
        )
        for model, names in encrypted.columns()
        for name in names
    ]
    return games + every
