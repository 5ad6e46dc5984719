"""What generators of clients trip over, counted in the document: nothing of it may be there.

Which of them trips over what: docs/decisions/api-document.md.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from common.rest.schemas import KNOWN
from tests.document import found
from tests.unit.openapi.test_document import operations

Json = dict[str, Any]
VALUES = {"const", "default", "enum", "example", "examples", "required", "mapping", KNOWN}
"""Keywords whose content is no schema."""


def schemas(part: Any, place: str = "", *, conditions: bool = False) -> Iterator[tuple[str, Json]]:
    """Every schema in this part of the document with its place, of conditions only where asked for."""
    if isinstance(part, list):
        for at, one in enumerate(part):
            yield from schemas(one, f"{place}/{at}", conditions=conditions)
    elif isinstance(part, dict):
        yield place, part
        for word, inner in part.items():
            if word not in VALUES and (conditions or word != "dependentSchemas"):
                yield from schemas(inner, f"{place}/{word}", conditions=conditions)


def in_components(document: Json) -> Iterator[tuple[str, Json]]:
    for name, schema in document["components"]["schemas"].items():
        yield from schemas(schema, name)


def properties(document: Json) -> Iterator[tuple[str, Json]]:
    for place, schema in in_components(document):
        for name, one in schema.get("properties", {}).items():
            yield f"{place}/{name}", one


def test_every_property_says_what_it_means(document: Json) -> None:
    every = list(properties(document))
    assert len(every) > 700
    for place, one in every:
        assert one.get("description") or found(document, one).get("description"), place


def test_answers_are_open(document: Json) -> None:
    """What this server may not send, a later one may: fields, values, types, longer lists."""
    open_to_more = dict(document["components"]["schemas"])
    for name in sent(document):
        del open_to_more[name]
    assert len(open_to_more) > 100
    stopping = ("enum", "maxItems", "maxLength", "maximum", "pattern", "uniqueItems", "minItems")
    for name, schema in open_to_more.items():
        for place, one in schemas(schema, name):
            assert one.get("additionalProperties") is not False, place
            closed = [word for word in stopping if isinstance(one.get(word), list | int | str)]
            assert closed == [] or place in ALWAYS_SO, place


ALWAYS_SO = {"Problem/properties/status", "Reliability/properties/percent"}
"""An HTTP status and a percentage have limits that no version moves."""


def sent(document: Json) -> set[str]:
    """The names of all schemas of what is sent."""
    names: set[str] = set()
    waiting = [
        operation["requestBody"]
        for _, operation in operations(document)
        if "requestBody" in operation
    ]
    while waiting:
        for name in re.findall(r'"#/components/schemas/(\w+)"', json.dumps(waiting.pop())):
            if name not in names:
                names.add(name)
                waiting.append(document["components"]["schemas"][name])
    return names
