"""Members that have lost their type on the way from the document into a language."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import yaml

from tools.clients.client import DOCUMENT, Client

Json = dict[str, Any]
ADDITIONAL = "additionalproperties"
"""What generators call the members that the document does not name."""


def untyped(client: Client) -> Iterator[str]:
    """Each member of a generated class that may be anything, though the document gives it a type."""
    if client.untyped is None:
        return
    files, pattern = client.untyped
    member = re.compile(pattern)
    meant = open_members() | {ADDITIONAL}
    for path in sorted((client.folder / "tide").glob(files)):
        for line in path.read_text().splitlines():
            found = member.search(line)
            if found and plain(found[1]) not in meant:
                yield f"{path.name}: {line.strip()}"


@cache
def open_members() -> frozenset[str]:
    """The names of all members that may be anything in the document too."""
    schemas = yaml.safe_load(DOCUMENT.read_text())["components"]["schemas"]
    return frozenset(
        plain(name)
        for schema in schemas.values()
        for name, value in _members(schema)
        if _is_open(value, schemas)
    )


def plain(name: str) -> str:
    """A name as all languages write it: without underlines and capitals."""
    return name.replace("_", "").lower()


def _members(schema: Any) -> Iterator[tuple[str, Json]]:
    """The members of an object, and of all objects in it."""
    match schema:
        case {"properties": dict(properties)}:
            for name, value in properties.items():
                yield name, value
                yield from _members(value)
        case {"items": dict(items)}:
            yield from _members(items)


def _is_open(schema: Json, schemas: Json) -> bool:
    """Whether it says of no value of its kind what it is."""
    match schema:
        case {"$ref": str(ref)}:
            return _is_open(schemas[ref.rpartition("/")[2]], schemas)
        case {"anyOf": list(some)} | {"oneOf": list(some)}:
            return any(_is_open(one, schemas) for one in some)
        case {"items": dict(inner)} | {"additionalProperties": dict(inner)}:
            return _is_open(inner, schemas)
    typed = {"properties", "enum", "const"} & schema.keys()
    return not typed and schema.get("type", "object") in ("object", ["object", "null"])
