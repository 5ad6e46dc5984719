"""The OpenAPI document as the judge of every answer: what it does not state may not be answered."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

import jsonschema_rs
from drf_spectacular.generators import SchemaGenerator

from common.rest.schemas import KNOWN

PROBLEM = "application/problem+json"
NOT_STATED = {404, 405}
"""What an address or a method that the document does not know may be answered with."""

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Said:
    """One request and its answer, as they went over the wire."""

    method: str
    path: str
    sent: bytes
    status: int
    headers: Mapping[str, str]
    body: bytes

    def __str__(self) -> str:
        return f"{self.method} {self.path} -> {self.status} {self.body[:2000]!r}"


@cache
def document() -> Json:
    """The document as this code generates it now."""
    made: Json = json.loads(json.dumps(SchemaGenerator().get_schema(public=True)))
    return made


def check(said: Said) -> None:
    """Fail unless the document states this answer, and it is as the document says."""
    assert said.headers.get("X-Request-Id"), f"no id: {said}"
    if said.path.startswith("/api/v1"):
        assert {"RateLimit", "RateLimit-Policy"} <= set(said.headers), f"no limit: {said}"
    if said.method == "HEAD":
        # RFC 9110: the answer of GET without its body, so there is no more to look at.
        assert said.body == b"", said
        return
    if said.method == "OPTIONS" and said.status == 204:
        assert (said.body, "Allow" in said.headers) == (b"", True), said
        return
    operation = _operation(said.method, said.path)
    if operation is None:
        assert said.status in NOT_STATED, f"not stated: {said}"
        _check_problem(said, None)
        return
    responses = operation["responses"]
    response = responses.get(str(said.status), responses.get(f"{said.status // 100}XX"))
    assert response is not None, f"status not stated: {said}"
    stated = found(document(), response)
    for name, header in stated.get("headers", {}).items():
        needed = found(document(), header).get("required", True)
        assert name in said.headers or not needed, f"no {name}: {said}"
    content = stated.get("content")
    if content is None:
        assert said.body == b"", f"a body where none is stated: {said}"
        return
    kind = said.headers["Content-Type"]
    assert kind in content, f"content type {kind} not stated: {said}"
    if kind == PROBLEM:
        _check_problem(said, codes_in(stated))
        return
    if not kind.endswith("json"):
        return
    fits(content[kind]["schema"], json.loads(said.body), str(said))
    if said.sent and said.status < 300:
        # The document may not be narrower than the server: what was taken fits it.
        sent = operation["requestBody"]["content"]["application/json"]["schema"]
        fits(sent, json.loads(said.sent), f"what was sent: {said}")


def found(whole: Json, part: Json) -> Json:
    """The part, or what it refers to; a description beside the reference goes before that of the other."""
    while "$ref" in part:
        place: Any = whole
        for step in part["$ref"].removeprefix("#/").split("/"):
            place = place[step]
        own = {name: word for name, word in part.items() if name == "description"}
        part = {**place, **own}
    return part


def codes_in(response: Json) -> set[str]:
    """The codes of the problems that a response is stated to be."""
    return set(re.findall(r"`(\w+)`", response["description"]))


def fits(schema: Json, value: Any, about: str) -> None:
    """Fail unless the value fits a schema of the document."""
    errors = list(judge(json.dumps(schema)).iter_errors(value))
    said = [f"{'/'.join(map(str, one.instance_path))}: {one.message[:500]}" for one in errors]
    assert said == [], about


def _check_problem(said: Said, codes: set[str] | None) -> None:
    assert said.headers["Content-Type"] == PROBLEM, f"no problem: {said}"
    problem = json.loads(said.body)
    fits({"$ref": "#/components/schemas/Problem"}, problem, str(said))
    assert problem["status"] == said.status, said
    assert problem["instance"] == said.headers["X-Request-Id"], said
    assert problem["type"] == f"/docs/problems/{problem['code']}", said
    assert re.fullmatch(r"\S.*[.]", problem["detail"], re.DOTALL), f"no sentence: {said}"
    if codes is not None:
        # The faults of a query are those of its schema.
        faults = [] if problem["code"] == "invalid_query" else problem.get("errors", [])
        given = {problem["code"], *(fault["code"] for fault in faults)}
        assert given <= codes, f"code not stated: {said}"


def _operation(method: str, path: str) -> Json | None:
    for pattern, operations in _paths():
        if pattern.fullmatch(path.partition("?")[0]):
            found: Json | None = operations.get(method.lower())
            return found
    return None


@cache
def _paths() -> list[tuple[re.Pattern[str], Json]]:
    # Addresses without parameters first: /me/turns before /me/{anything}.
    stated = sorted(document()["paths"].items(), key=lambda item: item[0].count("{"))
    return [(re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), item) for path, item in stated]


def _is_moment_in_utc(value: object) -> bool:
    if isinstance(value, str):
        try:
            datetime.fromisoformat(value)
        except ValueError:
            return False
        return value.endswith("Z")
    return True


def _is_address(value: object) -> bool:
    return not isinstance(value, str) or re.match(r"^(https?://|urn:)\S+$", value) is not None


FORMATS = {"date-time": _is_moment_in_utc, "uri": _is_address}


@cache
def judge(schema: str) -> jsonschema_rs.Draft202012Validator:
    """The judge of values by a schema, which is given as JSON."""
    return jsonschema_rs.Draft202012Validator(
        _within(schema), formats=FORMATS, validate_formats=True
    )


def _within(schema: str) -> Json:
    """The schema, with all that it may refer to."""
    return {**_strict(json.loads(schema)), "components": {"schemas": strict_schemas()}}


@cache
def strict_schemas() -> Json:
    """The document's schemas, closed: what a later server may send, this one may not."""
    schemas = document()["components"]["schemas"]
    strict = {name: _strict(schema) for name, schema in schemas.items()}
    # What comes back is what was given.
    given = strict["StandingOrderRequest"]["dependentSchemas"]
    for name in ("StandingOrder", "OrderGivenData"):
        strict[name] = {**strict[name], "dependentSchemas": given}
    return strict


def _strict(part: Any) -> Any:
    """No field but those that are stated, and no value but those that are known."""
    if isinstance(part, list):
        return [_strict(one) for one in part]
    if not isinstance(part, dict):
        return part
    words = {word: _strict(value) for word, value in part.items()}
    # Where `unevaluatedProperties` stands, only some fields of an object are spoken of.
    if isinstance(words.get("properties"), dict) and "unevaluatedProperties" not in words:
        words["additionalProperties"] = False
    if isinstance(words.get(KNOWN), list):
        words["enum"] = [*words[KNOWN], *([None] if "null" in words["type"] else [])]
    return words
