"""SQL written by hand, for the few calls for which everybody waits; all other rows go through the ORM.

A statement is a string beside its function, with `%(name)s` parameters, each of them with a cast where its
type is not plain. It is prepared once on each connection: PostgreSQL parses and plans it once, and not with
each call. A comment in it names the indexes of its plan (tests/app/repository/test_plans.py asks for it).
Rows of several tables come as JSON objects (`row_to_json`), of which `make_row` makes instances of models.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from functools import cache, lru_cache
from typing import Any, TypeVar

import psycopg
from django.contrib.postgres.fields import ArrayField
from django.db import DEFAULT_DB_ALIAS, connections, models
from django.db.backends.utils import CursorWrapper
from django.utils.dateparse import parse_duration

from common.db.encrypted import Closed, SecretBytes

M = TypeVar("M", bound=models.Model)
Convert = Callable[[Any], Any]


def fetch_rows(statement: str, **values: Any) -> list[tuple[Any, ...]]:
    """Run a statement; return its rows, if it has any. JSON comes as text."""
    with _open_prepared_cursor() as cursor:
        cursor.execute(statement, values)
        # `description` would make an object for each column, which is a twentieth of a short call.
        has_rows = cursor.pgresult is not None and cursor.pgresult.nfields
        found: list[tuple[Any, ...]] = cursor.fetchall() if has_rows else []
        return found


def fetch_row(statement: str, **values: Any) -> tuple[Any, ...] | None:
    """Run a statement; return its first row, None if it has none."""
    found = fetch_rows(statement, **values)
    return found[0] if found else None


def make_row(model: type[M], values: Mapping[str, Any]) -> M:
    """Return the row of a JSON object with its columns, or some of them. Secrets stay encrypted.

    A key that was not read is None, and members that are no columns are passed over.
    """
    names, converters = _find_converters(model, tuple(values))
    converted = [
        value if (value := values.get(name)) is None or convert is None else convert(value)
        for name, convert in converters
    ]
    return model.from_db(DEFAULT_DB_ALIAS, names, converted)


def make_rows(model: type[M], some: Iterable[Mapping[str, Any]] | None) -> list[M]:
    return [make_row(model, values) for values in some or ()]


@lru_cache(maxsize=1024)
def read_duration(value: str) -> timedelta:
    """Return a duration of PostgreSQL's. Most are the same few, and parsing took a tenth of a list's time."""
    found = parse_duration(value)
    assert found is not None  # noqa: S101  It is PostgreSQL's.
    return found


def _open_prepared_cursor() -> CursorWrapper:
    """Return a cursor of Django's connection that prepares statements; PostgreSQL inserts the values.

    Queries of the ORM have their values in their text: their plans need these, to see that a partial index
    such as `WHERE status = 'finished'` serves them.
    """
    django: Any = connections[DEFAULT_DB_ALIAS]
    with django.wrap_database_errors:
        django.close_if_health_check_failed()
        django.ensure_connection()
        cursor = psycopg.Cursor(django.connection)
    make = django.make_debug_cursor if django.queries_logged else django.make_cursor
    made: CursorWrapper = make(cursor)
    return made


@cache
def _find_converters(
    model: type[models.Model], names: tuple[str, ...]
) -> tuple[frozenset[str], list[tuple[str, Convert | None]]]:
    """Return the columns of these names and the key, and in the order of `from_db` each with its function."""
    wanted = {model._meta.pk.attname, *names}  # noqa: SLF001  Public by documentation.
    fields = [one for one in model._meta.concrete_fields if one.attname in wanted]  # noqa: SLF001
    found = [(str(field.attname), _find_converter(field)) for field in fields]
    return frozenset(name for name, _ in found), found


def _find_converter(field: "models.Field[Any, Any]") -> Convert | None:
    """Return the function for a column whose values JSON writes in another form."""
    match field:
        case ArrayField():
            convert = _find_converter(field.base_field)
            return None if convert is None else lambda values: [*map(convert, values)]
        case SecretBytes():
            return lambda value: Closed(_read_bytes(value))
        case models.BinaryField():
            return _read_bytes
        case models.DateTimeField():
            return datetime.fromisoformat
        case models.DurationField():
            return read_duration
    return None


def _read_bytes(value: str) -> bytes:
    return bytes.fromhex(value.removeprefix("\\x"))
