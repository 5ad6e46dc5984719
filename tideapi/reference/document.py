"""The calls of the OpenAPI document with their references resolved, as pages read them."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from common.rest.error_codes import CODES, ErrorCode
from common.rest.json_codec import Json
from common.rest.responses import SHARED_CODES
from tideapi.components import codes_of
from tideapi.openapi_views import build_document

METHODS = ("get", "put", "post", "patch", "delete")
ANSWER_KINDS = {"text/event-stream": "stream", "application/octet-stream": "bytes"}
"""What an answer is that is neither JSON nor empty."""


@dataclass(frozen=True)
class Operation:
    """One call of the document, or the message to a webhook, whose `path` is empty.

    `body` is the schema of the body, empty where none is sent; `bodies` are examples by what they show, the
    first of which the samples send; `answers` are those that are no problem, by status; `codes` are those of
    all problems.
    """

    method: str
    path: str
    name: str
    tag: str
    summary: str
    description: str
    parameters: tuple[Json, ...]
    scopes: tuple[str, ...]
    is_optional_token: bool
    body: Json
    bodies: dict[str, Any]
    answers: dict[str, Json]
    codes: tuple[str, ...]

    @property
    def page_address(self) -> str:
        """Return the address of the call in the reference."""
        return f"/api/docs/{self.tag}#{self.name}"

    @property
    def own_problems(self) -> list[tuple[str, ErrorCode]]:
        """Return the codes that not every call shares, by status."""
        own = [(code, CODES[code]) for code in {*self.codes} - SHARED_CODES]
        return sorted(own, key=lambda one: (one[1].status, one[0]))

    @property
    def answer_kind(self) -> str:
        """Return whether the call answers with a `stream`, with `bytes`, or with `json` or nothing."""
        found = {kind for answer in self.answers.values() for kind in answer.get("content", {})}
        return next((ANSWER_KINDS[kind] for kind in found if kind in ANSWER_KINDS), "json")

    def parameters_in(self, *places: str) -> list[Json]:
        return [one for one in self.parameters if one["in"] in places]


def _read_operation(method: str, path: str, stated: Json) -> Operation:
    content = stated.get("requestBody", {}).get("content", {})
    media: Json = next(iter(content.values()), {})
    answers = {status: resolve_reference(one) for status, one in stated["responses"].items()}
    return Operation(
        method=method.upper(),
        path=path,
        name=stated["operationId"],
        tag=stated["tags"][0],
        summary=stated["summary"],
        description=stated["description"],
        parameters=tuple(resolve_reference(one) for one in stated["parameters"]),
        scopes=tuple(scope for one in stated["security"] for scope in one.get("bearer", ())),
        is_optional_token={} in stated["security"],
        body=media.get("schema", {}),
        bodies=_example_bodies(media),
        answers={status: one for status, one in answers.items() if not codes_of(one)},
        codes=tuple(code for one in answers.values() for code in codes_of(one)),
    )


def _example_bodies(media: Json) -> dict[str, Any]:
    if "examples" in media:
        return {one["summary"]: one["value"] for one in media["examples"].values()}
    if "example" in media:
        return {"Example": media["example"]}
    if not media:
        return {}
    return {"Example": resolve_reference(media["schema"])["examples"][0]}


@cache
def operations_by_name() -> dict[str, Operation]:
    """Return all calls, those of a tag together, and the message to a webhook last."""
    document = build_document()
    calls = [
        _read_operation(method, path, stated)
        for path, methods in document["paths"].items()
        for method, stated in methods.items()
        if method in METHODS
    ]
    order = list(tag_descriptions())
    calls.sort(key=lambda one: order.index(one.tag))
    hooks = [_read_operation("post", "", one["post"]) for one in document["webhooks"].values()]
    return {one.name: one for one in (*calls, *hooks)}


@cache
def operations_by_tag() -> dict[str, list[Operation]]:
    """Return the calls of each tag, in the order of the tags."""
    calls = operations_by_name().values()
    return {tag: [one for one in calls if one.tag == tag] for tag in tag_descriptions()}


def tag_descriptions() -> dict[str, str]:
    return {one["name"]: one["description"] for one in build_document()["tags"]}


def schemas_by_name() -> dict[str, Json]:
    found: dict[str, Json] = build_document()["components"]["schemas"]
    return found


def resolve_reference(part: Json) -> Json:
    """Return a part of the document with its reference resolved; a description beside it wins."""
    while "$ref" in part:
        found: Any = build_document()
        for step in part["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        own = {word: value for word, value in part.items() if word == "description"}
        part = {**found, **own}
    return part
