"""Rows of models from hand-written SQL that returns them as JSON objects (`row_to_json`)."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from functools import cache
from typing import Any, TypeVar

from django.contrib.postgres.fields import ArrayField
from django.db import DEFAULT_DB_ALIAS, models
from django.utils.dateparse import parse_duration

from common.db.encrypted import Closed, SecretBytes

M = TypeVar("M", bound=models.Model)
Convert = Callable[[Any], Any]


def make_row(model: type[M], values: Mapping[str, Any]) -> M:
    """Return the row of a JSON object with all of its columns, or some. Secrets stay encrypted."""
    names, converted = [], []
    for name, convert in _find_converters(model):
        if name in values:
            value = values[name]
            names.append(name)
            converted.append(value if value is None or convert is None else convert(value))
    return model.from_db(DEFAULT_DB_ALIAS, names, converted)


def make_rows(model: type[M], some: Iterable[Mapping[str, Any]] | None) -> list[M]:
    return [make_row(model, values) for values in some or ()]


@cache
def _find_converters(model: type[models.Model]) -> list[tuple[str, Convert | None]]:
    fields = model._meta.concrete_fields  # noqa: SLF001  Public by documentation.
    return [(str(field.attname), _find_converter(field)) for field in fields]


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
            return parse_duration
    return None


def _read_bytes(value: str) -> bytes:
    return bytes.fromhex(value.removeprefix("\\x"))
