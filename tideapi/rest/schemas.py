"""Short words for JSON Schemas (2020-12), the one language in which bodies are described and read.

What is sent here is closed: a field or value that is not known is refused by name. What is answered is open:
a client of today is to live through the fields and values of tomorrow.

Why so: docs/why.md#json-schemas, docs/why.md#open-answers, docs/why.md#known-values.
"""

from collections.abc import Iterable, Mapping
from typing import Any

Schema = dict[str, Any]

KNOWN = "x-extensible-enum"
"""Keyword for the values that are known today, of a string that may have others tomorrow."""


def closed(properties: Schema, optional: Iterable[str] = ()) -> Schema:
    """An object with these properties and no others, all of them required but the optional ones."""
    return {**answer(properties, optional), "additionalProperties": False}


def answer(properties: Schema, optional: Iterable[str] = ()) -> Schema:
    """An object with these properties, all of them required but the optional ones; others may come."""
    left_out = set(optional)
    required = [name for name in properties if name not in left_out]
    schema: Schema = {"type": "object", "properties": properties}
    return {**schema, "required": required} if required else schema


def titled(title: str, schema: Schema, description: str | None = None) -> Schema:
    """A schema that becomes a component of the document under this name wherever it stands."""
    more = {"description": description} if description else {}
    return {"title": title, **schema, **more}


def ref(name: str) -> Schema:
    """A schema that stands in the document under this name."""
    return {"$ref": f"#/components/schemas/{name}"}


def nullable(schema: Schema, description: str | None = None) -> Schema:
    either: Schema = {"anyOf": [schema, {"type": "null"}]}
    return {**either, "description": description} if description else either


def array(items: Schema, description: str | None = None, **more: Any) -> Schema:
    words = {"description": description} if description else {}
    return {"type": "array", "items": items, **words, **more}


def anything(description: str) -> Schema:
    """An object whose members another field decides."""
    return {"type": "object", "description": description, "additionalProperties": True}


def depending(name: str, cases: Mapping[str, Schema]) -> Schema:
    """What the object must be besides, for each known value of this property.

    Validators go by it and generators of clients do not see it, so that an unknown value is no fault.
    """
    found = [
        {"if": having({name: string(const=value)}), "then": then} for value, then in cases.items()
    ]
    return {"dependentSchemas": {name: {"allOf": found}}}


def having(properties: Schema) -> Schema:
    """What these properties of an object are, if it has them.

    Without `unevaluatedProperties` linters would take them for all that it has.
    """
    return {"properties": properties, "unevaluatedProperties": True}


def page(items: Schema, **more: Schema) -> Schema:
    """A page of a list, with what more there is beside the results."""
    link = {"type": ["string", "null"], "format": "uri"}
    return answer(
        {
            "results": array(items, "What is on this page."),
            **more,
            "next": {**link, "description": "The page that follows, or null."},
            "previous": {**link, "description": "The page before, or null."},
        }
    )


def text(description: str, most: int, least: int = 0) -> Schema:
    """Free text. PostgreSQL cannot keep the character NUL, so it is refused by the pattern."""
    return {
        "type": "string",
        "minLength": least,
        "maxLength": most,
        "pattern": r"^[^\u0000]*$",
        "description": description,
    }


def string(description: str = "", **more: Any) -> Schema:
    return {"type": "string", **({"description": description} if description else {}), **more}


def string_or_null(description: str, **more: Any) -> Schema:
    return {"type": ["string", "null"], "description": description, **more}


def choice(description: str, values: Iterable[str]) -> Schema:
    """One of these values, in what is sent."""
    return string(description, enum=list(values))


def known(description: str, values: Iterable[str]) -> Schema:
    """One of these values, in what is answered; others may come."""
    return string(description, **{KNOWN: list(values)})


def known_or_null(description: str, values: Iterable[str]) -> Schema:
    return string_or_null(description, **{KNOWN: list(values)})


def integer(description: str = "", **more: Any) -> Schema:
    return {"type": "integer", **({"description": description} if description else {}), **more}


def boolean(description: str) -> Schema:
    return {"type": "boolean", "description": description}


def time(description: str = "") -> Schema:
    return string(description, format="date-time")


def time_or_null(description: str) -> Schema:
    return string_or_null(description, format="date-time")


BOOLEAN: Schema = {"type": "boolean"}
