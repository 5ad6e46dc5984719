"""A client made: generated, with its program beside it, compiled, and searched for lost types."""

import re
import shutil
from collections.abc import Iterator
from functools import cache
from typing import Any

import yaml

from tools.clients.catalogue import DOCUMENT, Client
from tools.clients.commands import run

WARNING = re.compile(r"warn|error|⚠|cannot|unable|unsupported|invalid", re.IGNORECASE)
"""What a line of a generator's has in it that tells of a fault in the document."""
NO_FAULTS = (
    " INFO ",
    "OpenAPI 3.1 support is still in beta",  # said of every document of 3.1
    "Ignoring complex example on request body",  # said of every object that is an example
)
ADDITIONAL = "additionalproperties"
"""What generators call the members that the document does not name."""

Json = dict[str, Any]


def make(client: Client) -> list[str]:
    """Generate and compile it, and return its faults. Raises `Failed` if one of its commands fails."""
    shutil.rmtree(client.folder, ignore_errors=True)
    client.folder.mkdir(parents=True)
    for source in client.sources:
        shutil.copy(source, client.folder)
    client.log.write_text("".join(run(client.folder, command) for command in client.generate))
    for command in client.compile:
        run(client.folder, command)
    said = [f"the generator says: {line}" for line in warnings(client)]
    return [*said, *(f"no type: {line}" for line in untyped(client))]


def warnings(client: Client) -> list[str]:
    """What the generator has complained of, each thing once."""
    lines = dict.fromkeys(client.log.read_text().splitlines())
    return [
        line
        for line in lines
        if WARNING.search(line) and not any(part in line for part in NO_FAULTS)
    ]


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
