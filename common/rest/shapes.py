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

from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.plumbing import ComponentIdentity, ResolvedComponent

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
        _add_component(shape, found)
    return found


def schema_of(hint: Any) -> Schema:
    """Return the schema of a type that stands in an answer."""
    return _member_schema(hint, {})


def component_name(shape: Any) -> str:
    """Return the component's name of a class, or of a generic one with its argument."""
    kinds = (*get_args(shape), get_origin(shape) or shape)
    return "".join(one.__name__.removesuffix("Body") for one in kinds)


def _add_component(shape: Any, found: dict[str, Schema]) -> str:
    """Add the schema of a class to `found`; return its name."""
    kind, arguments = get_origin(shape) or shape, get_args(shape)
    name = component_name(shape)
    if issubclass(kind, bytes):
        found[name] = {"type": "string", "description": kind.__doc__, "format": "binary"}
    elif name not in found:
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
        return reference_schema(_add_component(hint, found))
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


class TypedBody:
    """A `TypedDict` where drf-spectacular expects a serializer."""

    def __init__(self, shape: Any) -> None:
        self.shape = shape


class TypedBodyExtension(OpenApiSerializerExtension):
    """The schema of a response's `TypedDict`, and those of the types within it."""

    target_class = TypedBody

    def get_name(self, auto_schema: Any, direction: Any) -> str:
        return component_name(self.target.shape)

    def get_identity(self, auto_schema: Any, direction: Any) -> Any:
        return ComponentIdentity(schemas_of(self.target.shape)[component_name(self.target.shape)])

    def map_serializer(self, auto_schema: Any, direction: Any) -> Schema:
        found = schemas_of(self.target.shape)
        own = found.pop(component_name(self.target.shape))
        for name, schema in found.items():
            inner = ResolvedComponent(
                name, ResolvedComponent.SCHEMA, schema, ComponentIdentity(schema)
            )
            auto_schema.registry.register_on_missing(inner)
        return own
