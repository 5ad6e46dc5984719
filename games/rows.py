"""Rows as JSON, so that the rows of several tables come, or go, in one statement (`games.sql`)."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import Any, TypeAlias

from django.contrib.postgres.fields import ArrayField
from django.db import models

from tideapi.db.encrypted import Closed, SecretBytes
from tideapi.db.instances import M, instance

Field: TypeAlias = "models.Field[Any, Any]"
Convert = Callable[[Any], Any]


def columns(model: type[models.Model], alias: str, only: Sequence[str] = ()) -> str:
    """A row of this table, or some fields of it, as SQL that makes a JSON array, for `read`."""
    fields = _fields(model, only)
    parts = [_as_json(field, f'{alias}."{field.column}"') for field in fields]
    return f"json_build_array({', '.join(parts)})"


def read(model: type[M], values: Sequence[Any], only: tuple[str, ...] = ()) -> M:
    """The row of which `columns` has made these values. What is secret in it is not opened yet."""
    names, readers = _reading(model, only)
    read_ = [
        value if value is None or reader is None else reader(value)
        for value, reader in zip(values, readers, strict=True)
    ]
    return instance(model, zip(names, read_, strict=True))


def one(row: models.Model, **besides: Any) -> dict[str, Any]:
    """One row as JSON, with members that are no columns of it."""
    values = row.__dict__
    made = {
        column: values[name] if writer is None or values[name] is None else writer(values[name])
        for name, column, writer in _writing(type(row))
        if name in values
    }
    return made | besides


def secret(row: models.Model, name: str) -> bytes | None:
    """A secret of a row as it lies in the database."""
    field = row._meta.get_field(name)  # noqa: SLF001  Public by documentation.
    assert isinstance(field, SecretBytes)  # noqa: S101
    return field.close(row.__dict__[name])


def names(model: type[models.Model], *, but: Iterable[str] = ()) -> list[str]:
    """The columns that can be written, without the key that the database gives."""
    given = {field.column for field in _fields(model) if isinstance(field, models.AutoField)}
    left_out = {*but, *given}
    return [
        str(field.column)
        for field in _fields(model)
        if not field.generated and field.column not in left_out
    ]


def _fields(model: type[models.Model], only: Sequence[str] = ()) -> Sequence[Field]:
    known = model._meta.concrete_fields  # noqa: SLF001  Public by documentation.
    return [field for field in known if field.name in only] if only else known


def _as_json(field: Field, column: str) -> str:
    if isinstance(field, models.DurationField):
        return f"extract(epoch FROM {column})"
    if isinstance(field, ArrayField) and isinstance(field.base_field, models.DurationField):
        numbered = f"unnest({column}) WITH ORDINALITY AS _(one, place)"
        return f"ARRAY(SELECT extract(epoch FROM one) FROM {numbered} ORDER BY place)"  # noqa: S608
    return column


@cache
def _reading(
    model: type[models.Model], only: tuple[str, ...]
) -> tuple[list[str], list[Convert | None]]:
    fields = _fields(model, only)
    return [str(field.attname) for field in fields], [_reader(field) for field in fields]


@cache
def _writing(model: type[models.Model]) -> list[tuple[str, str, Convert | None]]:
    return [
        (str(field.attname), str(field.column), _writer(field))
        for field in _fields(model)
        if not field.generated
    ]


def _reader(field: Field) -> Convert | None:
    if isinstance(field, ArrayField):
        of_one = _reader(field.base_field)
        return None if of_one is None else lambda values: [of_one(value) for value in values]
    if isinstance(field, SecretBytes):
        return lambda value: Closed(_bytes(value))
    if isinstance(field, models.BinaryField):
        return _bytes
    if isinstance(field, models.DateTimeField):
        return datetime.fromisoformat
    if isinstance(field, models.DurationField):
        return _seconds
    return None


def _writer(field: Field) -> Convert | None:
    if isinstance(field, ArrayField):
        of_one = _writer(field.base_field)
        return None if of_one is None else lambda values: [of_one(value) for value in values]
    if isinstance(field, SecretBytes):
        return lambda value: bytea(field.close(value))
    if isinstance(field, models.BinaryField):
        return bytea
    if isinstance(field, models.DurationField):
        return _interval
    return None


def _bytes(value: str) -> bytes:
    return bytes.fromhex(value[2:])


def bytea(value: Any) -> str:
    """Bytes as PostgreSQL reads them out of JSON."""
    return f"\\x{bytes(value).hex()}"


def _seconds(value: float) -> timedelta:
    return timedelta(seconds=value)


def _interval(value: timedelta) -> str:
    # With all its places: PostgreSQL does not read 1e-06.
    return f"{value.total_seconds():.6f} seconds"
