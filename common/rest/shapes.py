"""JSON Schemas of answers, from the `TypedDict` classes that their builders return.

A member's schema follows from its type. `Annotated` adds what the document says more: a text is the
description, `Keywords` are those of JSON Schema. A class is a component of its name, without
`Body`, with its docstring as description.
"""

from collections.abc import Iterable
from datetime import datetime
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from common.rest.schemas import KNOWN, Schema, reference_schema


class Keywords:
    """Keywords of a JSON Schema, to stand in `Annotated`."""

    def __init__(self, **keywords: Any) -> None:
        self.keywords = keywords


class KnownValues(Keywords):
    """The values that are known today, of a string that may have others tomorrow."""

    def __init__(self, values: Iterable[str]) -> None:
        super().__init__(**{KNOWN: list(values)})


class Component:
    """The name of a component of the document that is described elsewhere."""

    def __init__(self, name: str) -> None:
        self.name = name


Moment = Annotated[str, Keywords(format="date-time")]
"""A moment that is written already (`games.fairness.commitments.utc`)."""
Address = Annotated[str, Keywords(format="uri")]
Count = Annotated[int, Keywords(minimum=0)]
Number = Annotated[int, Keywords(minimum=1)]
"""A number that counts from 1."""

PLAIN: dict[Any, Schema] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    datetime: {"type": "string", "format": "date-time"},
    Any: {},
}
SCALARS = frozenset({"string", "boolean", "integer", "number"})


def schemas_of(*shapes: Any) -> dict[str, Schema]:
    """Return the schemas of these classes, and of the classes of their members, by name."""
    found: dict[str, Schema] = {}
    for shape in shapes:
        _component_name(shape, found)
    return found


def schema_of(hint: Any) -> Schema:
    """Return the schema of a type that stands in an answer."""
    return _member_schema(hint, {})


def _component_name(shape: Any, found: dict[str, Schema]) -> str:
    """Return the component's name of a class, or of a generic one with its argument; add it to `found`."""
    kind, arguments = get_origin(shape) or shape, get_args(shape)
    name = "".join(one.__name__.removesuffix("Body") for one in (*arguments, kind))
    if name not in found:
        found[name] = schema = {"description": kind.__doc__} if kind.__doc__ else {}
        hints = get_type_hints(kind, include_extras=True)
        schema |= {
            "type": "object",
            "properties": {
                member: _member_schema(
                    hint[arguments] if arguments and hint.__parameters__ else hint, found
                )
                for member, hint in hints.items()
            },
        }
        if kind.__required_keys__:
            schema["required"] = [member for member in hints if member in kind.__required_keys__]
    return name


def _member_schema(hint: Any, found: dict[str, Schema]) -> Schema:
    """Return the schema of one member; nothing is known of the members of `dict[str, Any]`."""
    origin, arguments = get_origin(hint), get_args(hint)
    if is_typeddict(origin or hint):
        return reference_schema(_component_name(hint, found))
    if origin is NotRequired:
        return _member_schema(arguments[0], found)
    if origin is Annotated:
        inner, *notes = arguments
        is_named = isinstance(notes[0], Component)
        schema = reference_schema(notes.pop(0).name) if is_named else _member_schema(inner, found)
        for note in notes:
            schema |= note.keywords if isinstance(note, Keywords) else {"description": note}
    elif origin in {Union, UnionType}:
        schema = _or_null(
            _member_schema(next(one for one in arguments if one is not NoneType), found)
        )
    elif origin is list:
        schema = {"type": "array", "items": _member_schema(arguments[0], found)}
    elif origin is dict:
        schema = {
            "type": "object",
            "additionalProperties": _member_schema(arguments[1], found) or True,
        }
    else:
        schema = dict(PLAIN[hint])
    return schema


def _or_null(schema: Schema) -> Schema:
    if schema.get("type") in SCALARS:
        return {**schema, "type": [schema["type"], "null"]}
    return {"anyOf": [schema, {"type": "null"}]}
