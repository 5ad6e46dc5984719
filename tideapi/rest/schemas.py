"""Short words for JSON Schemas (2020-12), the one language in which bodies are described and read.

Why so: docs/why.md#json-schemas.
"""

from collections.abc import Iterable
from typing import Any

Schema = dict[str, Any]


def closed(properties: Schema, optional: Iterable[str] = ()) -> Schema:
    """An object with these properties and no others, all of them required but the optional ones."""
    left_out = set(optional)
    required = [name for name in properties if name not in left_out]
    schema: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    return {**schema, "required": required} if required else schema


def ref(name: str) -> Schema:
    """A schema that stands in the document under this name."""
    return {"$ref": f"#/components/schemas/{name}"}


def nullable(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def array(items: Schema, **more: Any) -> Schema:
    return {"type": "array", "items": items, **more}


def page(items: Schema) -> Schema:
    """A page of a list."""
    link = {"type": ["string", "null"], "format": "uri"}
    return closed(
        {
            "results": array(items),
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


def integer(description: str = "", **more: Any) -> Schema:
    return {"type": "integer", **({"description": description} if description else {}), **more}


def time(description: str = "") -> Schema:
    return string(description, format="date-time")


BOOLEAN: Schema = {"type": "boolean"}
