"""Rows as JSON: one statement reads rows of several tables (`games.repository.queries`)."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import cache, partial
from typing import Any, TypeAlias, TypeVar

from django.contrib.postgres.fields import ArrayField
from django.db import DEFAULT_DB_ALIAS, models

from common.db.encrypted import Closed, SecretBytes

M = TypeVar("M", bound=models.Model)
Field: TypeAlias = "models.Field[Any, Any]"
Convert = Callable[[Any], Any]


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
