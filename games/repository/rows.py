"""Rows as JSON: one statement reads or writes rows of several tables (`games.repository.queries`)."""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache, partial
from typing import Any, TypeAlias, TypeVar

import orjson
from django.contrib.postgres.fields import ArrayField
from django.db import DEFAULT_DB_ALIAS, models

from common.db.encrypted import Closed, SecretBytes

M = TypeVar("M", bound=models.Model)
Field: TypeAlias = "models.Field[Any, Any]"
Convert = Callable[[Any], Any]
Values = dict[str, Any]
"""The values of a row by the names of its attributes: `host_id`, not `host`."""


def select_columns(model: type[models.Model], alias: str, only: Sequence[str] = ()) -> str:
    """Return SQL for a JSON array of a row, or some of its fields, for `read`."""
    fields = _chosen_fields(model, only)
    parts = [_as_json(field, f'{alias}."{field.column}"') for field in fields]
    return f"json_build_array({', '.join(parts)})"


def read(model: type[M], values: Sequence[Any], only: tuple[str, ...] = ()) -> M:
    """Return the row of these values, made by the SQL of `columns`. Secrets stay encrypted."""
    names, readers = _find_readers(model, only)
    converted = [
        value if value is None or reader is None else reader(value)
        for value, reader in zip(values, readers, strict=True)
    ]
    return model.from_db(DEFAULT_DB_ALIAS, names, converted)


def decrypt_attribute(row: models.Model, name: str, values: Values | None = None) -> Any:
    """Return an attribute of a row, or of the `values` of a snapshot.

    A secret is decrypted for the caller; in the row it stays encrypted.
    """
    value = (row.__dict__ if values is None else values)[name]
    if not isinstance(value, Closed):
        return value
    field = row._meta.get_field(name)  # noqa: SLF001  Public by documentation.
    assert isinstance(field, SecretBytes)  # noqa: S101  Nothing else is encrypted.
    return field.open(value.token)


def take_snapshot(row: models.Model, only: Container[str] | None = None) -> Values:
    """Return a copy of the row's values, or some, safe from later changes."""
    held = row.__dict__
    return {
        name: held[name] if copied is None or held[name] is None else copied(held[name])
        for name, copied in _find_copiers(type(row))
        if only is None or name in only
    }


def changed_attributes(row: models.Model, before: Values) -> list[str]:
    """Return the names of the row's attributes that differ from the values of a snapshot."""
    held = row.__dict__
    return [
        name
        for name, value in before.items()
        # A secret that was only read is decrypted now, but still the same.
        if held[name] != value and held[name] != decrypt_attribute(row, name, before)
    ]


def to_db_json(model: type[models.Model], values: Values) -> dict[str, Any]:
    """Return the values of a snapshot as JSON, secrets encrypted."""
    writers = _find_writers(model)
    return {
        name: writers[name](value) if value is not None and name in writers else value
        for name, value in values.items()
    }


def writable_columns(model: type[models.Model], *, but: Iterable[str] = ()) -> list[str]:
    """Return the columns that can be written, without a key that the database generates."""
    given = {field.column for field in _chosen_fields(model) if isinstance(field, models.AutoField)}
    left_out = {*but, *given}
    return [
        str(field.column)
        for field in _chosen_fields(model)
        if not field.generated and field.column not in left_out
    ]


def to_bytea(value: Any) -> str:
    """Return bytes as PostgreSQL reads them from JSON."""
    return f"\\x{bytes(value).hex()}"


def _chosen_fields(model: type[models.Model], only: Sequence[str] = ()) -> Sequence[Field]:
    known = model._meta.concrete_fields  # noqa: SLF001  Public by documentation.
    return [field for field in known if field.name in only] if only else known


def _as_json(field: Field, column: str) -> str:
    if isinstance(field, models.BinaryField):
        return f"encode({column}, 'hex')"
    if isinstance(field, models.DurationField):
        return f"extract(epoch FROM {column})"
    if isinstance(field, ArrayField) and isinstance(field.base_field, models.DurationField):
        numbered = f"unnest({column}) WITH ORDINALITY AS _(one, place)"
        return f"ARRAY(SELECT extract(epoch FROM one) FROM {numbered} ORDER BY place)"  # noqa: S608
    return column


@cache
def _find_readers(
    model: type[models.Model], only: tuple[str, ...]
) -> tuple[list[str], list[Convert | None]]:
    fields = _chosen_fields(model, only)
    return [str(field.attname) for field in fields], [_field_reader(field) for field in fields]


@cache
def _find_copiers(model: type[models.Model]) -> list[tuple[str, Convert | None]]:
    fields = (field for field in _chosen_fields(model) if not field.generated)
    return [(str(field.attname), _field_copier(field)) for field in fields]


@cache
def _find_writers(model: type[models.Model]) -> Mapping[str, Convert]:
    writers = {str(field.attname): _field_writer(field) for field in _chosen_fields(model)}
    return {name: writer for name, writer in writers.items() if writer is not None}


def _field_reader(field: Field) -> Convert | None:
    if isinstance(field, ArrayField):
        of_one = _field_reader(field.base_field)
        return None if of_one is None else lambda values: [*map(of_one, values)]
    if isinstance(field, SecretBytes):
        return lambda value: Closed(bytes.fromhex(value))
    if isinstance(field, models.BinaryField):
        return bytes.fromhex
    if isinstance(field, models.DateTimeField):
        return datetime.fromisoformat
    if isinstance(field, models.DurationField):
        return partial(timedelta, 0)
    return None


def _field_copier(field: Field) -> Convert | None:
    if isinstance(field, ArrayField):
        return list
    if isinstance(field, models.JSONField):
        return lambda value: orjson.loads(orjson.dumps(value))
    return None


def _field_writer(field: Field) -> Convert | None:
    if isinstance(field, ArrayField):
        of_one = _field_writer(field.base_field)
        return None if of_one is None else lambda values: [*map(of_one, values)]
    if isinstance(field, SecretBytes):
        return lambda value: to_bytea(field.close(value))
    if isinstance(field, models.BinaryField):
        return to_bytea
    if isinstance(field, models.DurationField):
        # In full, because PostgreSQL does not read 1e-06.
        return lambda value: f"{value.total_seconds():.6f} seconds"
    return None
