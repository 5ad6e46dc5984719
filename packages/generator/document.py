"""The OpenAPI document as the generator reads it: types, variants and operations."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

Schema = dict[str, Any]
ROOT = Path(__file__).parents[2]
EVENT_STREAM = "text/event-stream"
SENT_BY_CLIENT = {"Accept-Language", "If-None-Match", "Idempotency-Key", "Last-Event-ID"}
"""Headers that the client sets by itself, or has no use for."""
TAGS = ("type", "ruleset")
"""Members that decide what others are."""


@dataclass(frozen=True)
class UnionMember:
    """One member of a union: the values that tell it, and what its members are then."""

    tags: dict[str, str]
    members: Schema
    """Members that have a type of their own in this variant."""
    component: str | None
    """The component that describes the variant as a whole."""


@dataclass(frozen=True)
class Parameter:
    """A parameter of a call's path or query."""

    name: str
    schema: Schema
    description: str


@dataclass(frozen=True)
class ClientOperation:
    """A call of the API."""

    name: str
    method: str
    path: str
    summary: str
    description: str
    in_path: list[Parameter]
    in_query: list[Parameter]
    body: Schema | None
    needs_body: bool
    takes_key: bool
    """Whether it takes an `Idempotency-Key`."""
    answer: Schema | None
    """None where the answer has no body."""
    is_stream: bool


@cache
def load_document() -> Schema:
    """Return the document."""
    text = (ROOT / "openapi" / "tideapi.yaml").read_text()
    document: Schema = yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506
    return document


def load_components() -> dict[str, Schema]:
    """Return the schemas by name."""
    schemas: dict[str, Schema] = load_document()["components"]["schemas"]
    return schemas


def resolve_reference(value: Schema) -> Schema:
    """Return what a reference leads to; anything else is itself."""
    if "$ref" not in value:
        return value
    found: Any = load_document()
    for part in value["$ref"].removeprefix("#/").split("/"):
        found = found[part]
    return {**found, **{name: one for name, one in value.items() if name != "$ref"}}


def find_variants(schema: Schema) -> tuple[list[UnionMember], str | None]:
    """Return the variants of an object by its `type` or `ruleset`, and the component of all others.

    A request has none: it may name any ruleset.
    """
    members = schema.get("properties", {})
    tag = next((name for name in TAGS if name in members), None)
    if tag is None or schema.get("additionalProperties") is False:
        return [], None
    condition = schema.get("dependentSchemas", {}).get(tag)
    if condition is None:
        return _find_implied_variants(tag, members), None
    otherwise = condition.get("else", {}).get("$ref")
    return _read_cases(condition), otherwise and name_of(otherwise)


def _read_cases(condition: Schema) -> list[UnionMember]:
    return [
        UnionMember(
            {name: one["const"] for name, one in case["if"]["properties"].items()},
            case["then"].get("properties", {}),
            name_of(case["then"]["$ref"]) if "$ref" in case["then"] else None,
        )
        for case in condition.get("allOf", [condition])
    ]


def _find_implied_variants(tag: str, members: Schema) -> list[UnionMember]:
    """Return the variants of an object with a member that is decided elsewhere, as `data` is in a feed."""
    for name, one in members.items():
        if meanings := _find_meanings(tag).get(one.get("$ref", "")):
            return [UnionMember({tag: value}, {name: m}, None) for value, m in meanings.items()]
    return []


@cache
def _find_meanings(tag: str) -> dict[str, dict[str, Schema]]:
    """Return the schemas that open components such as `EventData` have for each value of the tag."""
    found: dict[str, dict[str, Schema]] = {}
    for schema in load_components().values():
        condition = schema.get("dependentSchemas", {}).get(tag, {})
        for case in _read_cases(condition) if "allOf" in condition else ():
            for name, one in case.members.items():
                reference = schema["properties"][name].get("$ref", "")
                found.setdefault(reference, {}).setdefault(case.tags[tag], one)
    found.pop("", None)  # members that are no component, or may be null
    return found


@cache
def find_tags() -> dict[str, dict[str, str]]:
    """Return the values that tell each component of a union, by component."""
    return {
        one.component: one.tags
        for schema in load_components().values()
        for one in find_variants(schema)[0]
        if one.component is not None
    }


def takes_number(schema: Schema) -> bool:
    """Return True for a text that may be digits, such as the `after` of a feed."""
    return str(schema.get("pattern", "")).startswith("^([0-9]")


def name_of(reference: str) -> str:
    """Return the name of a component from a reference to it."""
    return reference.rpartition("/")[2]


def list_operations() -> Iterator[ClientOperation]:
    """Return all calls below `/api/v1`, by name."""
    found = [
        _read_operation(method, path, one)
        for path, methods in load_document()["paths"].items()
        for method, one in methods.items()
        if path.startswith("/api/v1")
    ]
    return iter(sorted(found, key=lambda one: one.name))


def _read_operation(method: str, path: str, said: Schema) -> ClientOperation:
    parameters = [resolve_reference(one) for one in said.get("parameters", [])]
    body = said.get("requestBody")
    content = resolve_reference(
        next(one for code, one in said["responses"].items() if code < "3")
    ).get("content")
    kind, media = next(iter(content.items())) if content else (None, {})
    answer = media.get("schema")
    unknown = {one["name"] for one in parameters if one["in"] == "header"} - SENT_BY_CLIENT
    if unknown:
        raise ValueError(f"{said['operationId']} has headers that no client sends: {unknown}")
    return ClientOperation(
        name=said["operationId"],
        method=method.upper(),
        path=path,
        summary=said["summary"],
        description=said.get("description", ""),
        in_path=_read_parameters(parameters, "path"),
        in_query=_read_parameters(parameters, "query"),
        body=body and body["content"]["application/json"]["schema"],
        needs_body=bool(body and body.get("required")),
        takes_key=any(one["name"] == "Idempotency-Key" for one in parameters),
        answer=answer,
        is_stream=kind == EVENT_STREAM,
    )


def _read_parameters(parameters: list[Schema], place: str) -> list[Parameter]:
    return [
        Parameter(one["name"], one["schema"], one.get("description", ""))
        for one in parameters
        if one["in"] == place
    ]
