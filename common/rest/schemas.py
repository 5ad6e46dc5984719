"""Short words for JSON Schemas (2020-12), in which answers are described.

What is answered is open: a client of today is to live through the fields and values of tomorrow.
"""

from collections.abc import Iterable, Mapping
from typing import Any

Schema = dict[str, Any]

KNOWN = "x-extensible-enum"
"""Keyword for the values that are known today, of a string that may have others tomorrow."""
MAX_KNOWN_VALUES = 12
"""Known values that a description still names."""
VALUES = frozenset({"const", "default", "enum", "example", "examples", KNOWN})
"""Keywords whose content is no schema."""


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


def lift_schemas(schemas: Mapping[str, Schema]) -> dict[str, Schema]:
    """The schemas by name, and with them every schema in them that has a title.

    A title makes a schema a component of that name wherever it stands. A schema that is repeated
    with another description refers to the component and keeps its own words. Raises `ValueError` if
    two differ in more than their words.
    """
    found: dict[str, Schema] = {}
    for name, schema in schemas.items():
        found[name] = {"title": name, **_without_titled(schema, found)}
    return {name: describe_known_values(schema) for name, schema in sorted(found.items())}


def _without_titled(schema: Schema, found: dict[str, Schema]) -> Schema:
    """The schema with a reference in the place of each titled one in it, which is added to `found`."""
    return {
        word: value if word in VALUES else _replace_titled(value, found)
        for word, value in schema.items()
    }


def _replace_titled(part: Any, found: dict[str, Schema]) -> Any:
    if isinstance(part, list):
        return [_replace_titled(one, found) for one in part]
    if not isinstance(part, dict):
        return part
    plain = _without_titled(part, found)
    title = plain.get("title")
    if not isinstance(title, str):
        return plain
    first = found.setdefault(title, plain)
    if first == plain:
        return reference_schema(title)
    if {**first, "description": ""} != {**plain, "description": ""}:
        raise ValueError(f"Two schemas of the document are called {title}.")
    return {**reference_schema(title), "description": plain["description"]}


def describe_known_values(part: Any) -> Any:
    """Return the same with the known values of open enumerations in their descriptions."""
    if isinstance(part, list):
        return [describe_known_values(one) for one in part]
    if not isinstance(part, dict):
        return part
    described = {
        word: value if word in VALUES else describe_known_values(value)
        for word, value in part.items()
    }
    if isinstance(described.get(KNOWN), list) and len(described[KNOWN]) <= MAX_KNOWN_VALUES:
        values = ", ".join(f"`{value}`" for value in described[KNOWN])
        text = f"{described.get('description', '')} Known: {values}."
        described["description"] = text.strip()
    return described
