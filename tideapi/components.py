"""What stands in several places of the OpenAPI document becomes a component, which these refer to."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from tideapi.rest.schemas import KNOWN, Schema, ref
from tideapi.rest.wire import dump

Json = dict[str, Any]

VALUES = frozenset({"const", "default", "enum", "example", "examples", KNOWN})
"""Keywords whose content is no schema."""


def lifted(schemas: Mapping[str, Schema]) -> dict[str, Schema]:
    """The schemas by name, and with them every schema in them that has a title.

    A title makes a schema a component of that name wherever it stands. What is put together anew
    with another description refers to the component and keeps its own words. Raises `ValueError` if
    two differ in more than their words.
    """
    found: dict[str, Schema] = {}
    for name, schema in schemas.items():
        found[name] = {"title": name, **_without_titled(schema, found)}
    return {name: spelt_out(schema) for name, schema in sorted(found.items())}


def _without_titled(schema: Schema, found: dict[str, Schema]) -> Schema:
    """The schema with a reference in the place of each titled one in it, which is added to `found`."""
    return {
        word: value if word in VALUES else _replaced(value, found) for word, value in schema.items()
    }


def _replaced(part: Any, found: dict[str, Schema]) -> Any:
    if isinstance(part, list):
        return [_replaced(one, found) for one in part]
    if not isinstance(part, dict):
        return part
    plain = _without_titled(part, found)
    title = plain.get("title")
    if not isinstance(title, str):
        return plain
    first = found.setdefault(title, plain)
    if first == plain:
        return ref(title)
    if {**first, "description": ""} != {**plain, "description": ""}:
        raise ValueError(f"Two schemas of the document are called {title}.")
    return {**ref(title), "description": plain["description"]}


def spelt_out(part: Any) -> Any:
    """The same with the known values of each open enumeration in its description, where people look."""
    if isinstance(part, list):
        return [spelt_out(one) for one in part]
    if not isinstance(part, dict):
        return part
    words = {word: value if word in VALUES else spelt_out(value) for word, value in part.items()}
    if isinstance(words.get(KNOWN), list):
        values = ", ".join(f"`{value}`" for value in words[KNOWN])
        said = f"{words.get('description', '')} Known: {values}; others may come."
        words["description"] = said.strip()
    return words


def shared(result: Json, kind: str, name: Callable[[Any, Json], str | None]) -> dict[str, Json]:
    """The parameters or responses (`kind`) that several operations have, by `name`, taken out of them.

    `name` is given the key under which one stands (a response's status) and itself; None leaves it where
    it is. Raises `ValueError` if two have the same name.
    """
    places = [
        (parts, key, dump(part))
        for methods in result["paths"].values()
        for operation in methods.values()
        for parts in [operation.get(kind, {})]
        for key, part in (parts.items() if isinstance(parts, dict) else enumerate(parts))
    ]
    often = Counter((str(key) if kind == "responses" else "", text) for _, key, text in places)
    found: dict[str, Json] = {}
    for parts, key, text in places:
        if often[str(key) if kind == "responses" else "", text] > 1:
            part = parts[key]
            called = name(key, part)
            if called is None:
                continue
            if found.setdefault(called, part) != part:
                raise ValueError(f"Two {kind} of the document are called {called}.")
            parts[key] = {"$ref": f"#/components/{kind}/{called}"}
    return dict(sorted(found.items()))
