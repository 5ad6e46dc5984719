"""Builders of the JSON Schemas (2020-12) of all that a game writes to JSON and reads from it."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from games.rulesets.kit.values import Json


class EventSchema(NamedTuple):
    """One type of event: its meaning and its moment, for authors of clients, and the schema of its data."""

    means: str
    when: str
    data: Json


def object_schema(description: str, optional: Collection[str] = (), **properties: Json) -> Json:
    """Return the schema of an object with these properties only, all required but `optional` ones."""
    required = [name for name in properties if name not in optional]
    return {
        "type": "object",
        "description": description,
        "properties": properties,
        **({"required": required} if required else {}),
        "additionalProperties": False,
    }


def event_schema(means: str, when: str, **properties: Json) -> EventSchema:
    """Return a type of event whose data has these properties, all required."""
    return EventSchema(means, when, object_schema(means, **properties))


def at_least_one(description: str, **properties: Json) -> Json:
    """Return the schema of an object with at least one of these properties and no others."""
    return {**object_schema(description, optional=properties, **properties), "minProperties": 1}


def array_schema(
    items: Json,
    description: str | None = None,
    *,
    at_least: int | None = None,
    at_most: int | None = None,
    distinct: bool = False,
) -> Json:
    """Return the schema of a list, `distinct` if no item may stand in it twice."""
    schema: Json = {"type": "array"}
    if description:
        schema["description"] = description
    schema["items"] = items
    if at_least is not None:
        schema["minItems"] = at_least
    if at_most is not None:
        schema["maxItems"] = at_most
    return {**schema, "uniqueItems": True} if distinct else schema


def boolean_schema(description: str | None = None) -> Json:
    """Return the schema of true or false."""
    schema: Json = {"type": "boolean"}
    return {**schema, "description": description} if description else schema


def integer_schema(least: int, most: int | None = None, description: str | None = None) -> Json:
    """Return the schema of a whole number from `least` to `most`, both included."""
    schema: Json = {"type": "integer", "minimum": least}
    if most is not None:
        schema["maximum"] = most
    if description:
        schema["description"] = description
    return schema


def one_of(words: Iterable[str], description: str | None = None) -> Json:
    """Return the schema of one of these words."""
    schema: Json = {"type": "string", "enum": list(words)}
    return {**schema, "description": description} if description else schema


def constant_schema(word: str, description: str | None = None) -> Json:
    """Return the schema of this word."""
    schema: Json = {"type": "string", "const": word}
    return {**schema, "description": description} if description else schema


def named_schema(title: str, schema: Json) -> Json:
    """Return a schema with a name. Schemas with the same name differ in their descriptions only."""
    return {"title": title, **schema}


def named_object(
    title: str, description: str, optional: Collection[str] = (), **properties: Json
) -> Json:
    """Return the schema of an object with a name, and with these properties only."""
    return named_schema(title, object_schema(description, optional, **properties))


def nullable_schema(schema: Json, description: str | None = None) -> Json:
    """Return the schema or null; the description says what null means."""
    either: Json = {"anyOf": [schema, {"type": "null"}]}
    return {**either, "description": description} if description else either


def bounds_schema(title: str, description: str, least: int, most: int) -> Json:
    """Return the named schema of bounds for a number from `least` to `most`."""
    lower = integer_schema(least, most, "At least this value.")
    upper = integer_schema(least, most, "At most this value.")
    return named_schema(title, at_least_one(description, least=lower, most=upper))
