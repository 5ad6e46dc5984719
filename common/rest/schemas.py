"""Short words for JSON Schemas (2020-12), in which answers are described.

What is answered is open: a client of today is to live through the fields and values of tomorrow.
"""

from collections.abc import Iterable, Mapping
from typing import Any

Schema = dict[str, Any]

KNOWN = "x-extensible-enum"
"""Keyword for the values that are known today, of a string that may have others tomorrow."""


def open_object(properties: Schema, optional: Iterable[str] = ()) -> Schema:
    """An object with these properties, all of them required but the optional ones; others may come."""
    left_out = set(optional)
    required = [name for name in properties if name not in left_out]
    schema: Schema = {"type": "object", "properties": properties}
    return {**schema, "required": required} if required else schema


def with_title(title: str, schema: Schema, description: str | None = None) -> Schema:
    """A schema that becomes a component of the document under this name wherever it stands."""
    more = {"description": description} if description else {}
    return {"title": title, **schema, **more}


def reference_schema(name: str) -> Schema:
    """A schema that stands in the document under this name."""
    return {"$ref": f"#/components/schemas/{name}"}


def or_null(schema: Schema, description: str | None = None) -> Schema:
    either: Schema = {"anyOf": [schema, {"type": "null"}]}
    return {**either, "description": description} if description else either


def array_of(items: Schema, description: str | None = None, **more: Any) -> Schema:
    words = {"description": description} if description else {}
    return {"type": "array", "items": items, **words, **more}


def any_object(description: str) -> Schema:
    """An object whose members another field decides."""
    return {"type": "object", "description": description, "additionalProperties": True}


def depends_on(name: str, cases: Mapping[str, Schema]) -> Schema:
    """Return further conditions on an object, one for each known value of this property.

    Validators go by it and generators of clients do not see it, so that an unknown value is no fault.
    """
    found = [
        {"if": with_properties({name: string(const=value)}), "then": then}
        for value, then in cases.items()
    ]
    return {"dependentSchemas": {name: {"allOf": found}}}


def with_properties(properties: Schema) -> Schema:
    """Return the schema of an object that has these properties, if they are there.

    Without `unevaluatedProperties` linters would take them for all that it has.
    """
    return {"properties": properties, "unevaluatedProperties": True}


def string(description: str = "", **more: Any) -> Schema:
    return {"type": "string", **({"description": description} if description else {}), **more}


def string_or_null(description: str, **more: Any) -> Schema:
    return {"type": ["string", "null"], "description": description, **more}


def known_values(description: str, values: Iterable[str]) -> Schema:
    """One of these values, in what is answered; others may come."""
    return string(description, **{KNOWN: list(values)})


def integer(description: str = "", **more: Any) -> Schema:
    return {"type": "integer", **({"description": description} if description else {}), **more}


def boolean(description: str) -> Schema:
    return {"type": "boolean", "description": description}


def time_schema(description: str = "") -> Schema:
    return string(description, format="date-time")
