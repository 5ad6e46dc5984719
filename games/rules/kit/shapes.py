"""JSON and its schemas from frozen dataclasses and named tuples: each field by its type.

`Annotated` adds to a type what its schema says more: a `Spec` of keywords, or a text that describes it.
A class with `to_json` and `from_json` of its own is written and read by them.
"""

import re
from collections import ChainMap
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from games.rules.kit.schemas import (
    BOOLEAN,
    array_schema,
    constant_schema,
    named_schema,
    nullable_schema,
    object_schema,
    one_of,
)

Json = dict[str, Any]
Reader = Callable[[Any], Any]


class Spec:
    """Keywords of a JSON Schema, to stand in `Annotated`, which takes no dict."""

    def __init__(self, keywords: Json) -> None:
        self.keywords = keywords


PLAIN: Mapping[Any, Json] = {int: {"type": "integer"}, bool: BOOLEAN, str: {"type": "string"}}


def schema_of(kind: Any, *, sent: bool = False, tag: str = "") -> Json:
    """Return the closed JSON Schema of a dataclass or named tuple.

    Where it is `sent`, a field with a default may be left out. A `tag` is the word in its `type`.
    """
    properties = {"type": constant_schema(tag, "Type of the action.")} if tag else {}
    defaults = _field_defaults(kind) if sent else {}
    for name, hint in get_type_hints(kind, include_extras=True).items():
        properties[name] = _field_schema(hint, sent=sent)
        if defaults.get(name) is not None:
            properties[name] = {
                **properties[name],
                "default": _write_value(defaults[name], sparse=True),
            }
    schema = object_schema(docstring_paragraphs(kind)[0], defaults, **properties)
    is_empty_refused = properties and {*properties} == {n for n in defaults if defaults[n] is None}
    return {**schema, "minProperties": 1} if is_empty_refused else schema


def _field_schema(hint: Any, *, sent: bool) -> Json:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        inner, *notes = arguments
        said = [one.keywords if isinstance(one, Spec) else {"description": one} for one in notes]
        is_whole = any("type" in keywords for keywords in said)
        return dict(ChainMap(*reversed(said), {} if is_whole else _field_schema(inner, sent=sent)))
    if origin in {Union, UnionType}:
        (inner,) = (one for one in arguments if one is not NoneType)
        return (
            _field_schema(inner, sent=sent)
            if sent
            else nullable_schema(_field_schema(inner, sent=sent))
        )
    if origin is tuple and arguments[1:] == (...,):
        return array_schema(_field_schema(arguments[0], sent=sent))
    if origin is Literal:
        return one_of(arguments)
    if sent and hint in {int, str}:
        raise TypeError(
            'What is sent has bounds: Annotated[int, Spec(integer_schema(1, 9, "…"))], or is a Literal.'
        )
    return (
        dict(PLAIN[hint])
        if hint in PLAIN
        else named_schema(hint.__name__, schema_of(hint, sent=sent))
    )


def to_json(value: Any, *, sparse: bool = False) -> Json:
    """Return a dataclass or named tuple as JSON; `sparse` leaves out what is None."""
    written: Json = _write_value(value, sparse=sparse)
    return written


def _write_value(value: Any, *, sparse: bool) -> Any:
    kind: Any = type(value)
    if kind is tuple:  # First, and plain values in place: most of a state are cards in tuples.
        return [one if type(one) in PLAIN else _write_value(one, sparse=sparse) for one in value]
    if kind in PLAIN or value is None:
        return value
    if hasattr(kind, "to_json"):
        return value.to_json()
    if (names := field_names(kind)) is not None:
        written = {name: _write_value(getattr(value, name), sparse=sparse) for name in names}
        return {n: one for n, one in written.items() if one is not None} if sparse else written
    return value


def from_json(kind: type, raw: Any) -> Any:
    """Return the value of a type from what `to_json` gave."""
    return _reader_of(kind)(raw)


@cache
def _reader_of(kind: Any) -> Reader:
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in {Union, UnionType}:
        read = _reader_of(next(one for one in arguments if one is not NoneType))
        return lambda raw: None if raw is None else read(raw)
    if origin is tuple and arguments[1:] == (...,):
        read = _reader_of(arguments[0])
        return tuple if read is _keep_value else lambda raw: tuple([read(one) for one in raw])
    if origin is tuple:
        each = [*map(_reader_of, arguments)]
        return lambda raw: tuple([one(part) for one, part in zip(each, raw, strict=True)])
    if hasattr(kind, "from_json"):
        own: Reader = kind.from_json
        return own
    if field_names(kind) is None:
        return _keep_value
    readers = {name: _reader_of(hint) for name, hint in get_type_hints(kind).items()}
    return lambda raw: kind(**{name: readers[name](part) for name, part in raw.items()})


def _keep_value(raw: Any) -> Any:
    return raw


@cache
def field_names(kind: Any) -> tuple[str, ...] | None:
    """Return the fields of a dataclass or named tuple; None for any other type."""
    if is_dataclass(kind):
        return tuple([field.name for field in fields(kind)])
    return getattr(kind, "_fields", None)


def _field_defaults(kind: Any) -> Json:
    if is_dataclass(kind):
        return {one.name: one.default for one in fields(kind) if one.default is not MISSING}
    return dict(kind._field_defaults)


def example_of(schema: Json) -> Any:
    """Return a small value that fits a schema."""
    match schema:
        case {"const": word} | {"enum": [word, *_]}:
            return word
        case {"anyOf": [inner, *_]}:
            return example_of(inner)
        case {"type": "array"}:
            return [example_of(schema["items"])]
        case {"type": "object"}:
            names = schema.get("required", [*schema["properties"]][:1])
            return {name: example_of(schema["properties"][name]) for name in names}
    return {"integer": schema.get("minimum", 0), "boolean": True, "string": ""}[schema["type"]]


def docstring_paragraphs(kind: type) -> list[str]:
    """Return what the docstring of a type says, by paragraph."""
    return [" ".join(part.split()) for part in (kind.__doc__ or "").split("\n\n")]


def snake_case(kind: type) -> str:
    """Return the name of a type as JSON has it: `BidsOpened` is "bids_opened"."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()
