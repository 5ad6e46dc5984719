"""The fields of a schema as rows of a page: name, type with links, bounds, meaning."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from common.rest.json_codec import Json
from tideapi.reference.document import resolve_reference

MAX_DEPTH = 4
"""Levels of nested fields that are shown in place; what lies deeper is a link."""
BOUNDS = {
    "minimum": "at least {}",
    "maximum": "at most {}",
    "minLength": "at least {} characters",
    "maxLength": "at most {} characters",
    "minItems": "at least {} items",
    "maxItems": "at most {} items",
    "pattern": "pattern {}",
    "default": "default {}",
}
REFERENCE = re.compile(r"#/components/schemas/(\w+)")


@dataclass(frozen=True, slots=True)
class FieldRow:
    """One field. `type` has pieces of text, each with the name of the schema that it links or ''."""

    name: str
    anchor: str
    type: tuple[tuple[str, str], ...]
    bounds: str
    required: bool
    description: str
    fields: tuple["FieldRow", ...]


def field_rows(
    schema: Json, anchor: str, *, inline: bool = False, depth: int = 1
) -> Iterator[FieldRow]:
    """Yield the rows of an object's fields; with `inline`, those of components stand in place too."""
    required = schema.get("required", ())
    for name, stated in schema.get("properties", {}).items():
        inner = _object_in(stated, inline=inline) if depth < MAX_DEPTH else {}
        place = f"{anchor}.{name}"
        yield FieldRow(
            name,
            place,
            tuple(type_pieces(stated)),
            describe_bounds(stated),
            name in required,
            resolve_reference(stated).get("description", "")
            if inline
            else stated.get("description", ""),
            tuple(field_rows(inner, place, inline=inline, depth=depth + 1)),
        )


def _object_in(stated: Json, *, inline: bool) -> Json:
    """Return the object that a field is, or is a list of; empty if it is none or stands elsewhere."""
    if "$ref" in stated:
        stated = resolve_reference(stated) if inline else {}
    if "properties" in stated:
        return stated
    parts = [stated["items"]] if "items" in stated else stated.get("anyOf", [])
    return next(filter(None, (_object_in(part, inline=inline) for part in parts)), {})


def type_pieces(stated: Json) -> Iterator[tuple[str, str]]:
    """Yield the words of a type, with the name of a schema beside each word that is one."""
    if "$ref" in stated:
        name = stated["$ref"].rpartition("/")[2]
        yield name, name
    elif "anyOf" in stated or "oneOf" in stated:
        for place, part in enumerate(stated.get("anyOf") or stated["oneOf"]):
            if place:
                yield " or ", ""
            yield from type_pieces(part)
    elif "const" in stated:
        yield json.dumps(stated["const"]), ""
    elif "enum" in stated:
        yield " or ".join(json.dumps(one) for one in stated["enum"]), ""
    elif stated.get("type") == "array":
        yield "array of ", ""
        yield from type_pieces(stated.get("items", {}))
    else:
        kinds = stated.get("type", "any")
        words = " or ".join([kinds] if isinstance(kinds, str) else kinds)
        yield f"{words} ({stated['format']})" if "format" in stated else words, ""


def describe_bounds(stated: Json) -> str:
    """Return what else a value must fulfil, in words."""
    found = {**stated.get("items", {}), **stated}
    return ", ".join(
        text.format(found[word] if word == "pattern" else json.dumps(found[word]))
        for word, text in BOUNDS.items()
        if word in found
    )


def kinds_of(schema: Json) -> list[str]:
    """Return the names of the schemas of which the object is one, by its type or ruleset."""
    conditions = [schema.get(word, {}) for word in ("dependentSchemas", "anyOf", "oneOf")]
    return list(dict.fromkeys(REFERENCE.findall(json.dumps(conditions))))
