"""What the page of a code says: what it means, what to do, and which calls are refused with it."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from typing import Any

from tideapi.docs import schema
from tideapi.errors import example_problem
from tideapi.rest.error_codes import CODES
from tideapi.rest.errors import PROBLEM_PAGES
from tideapi.rest.wire import PROBLEM

FEW = 12
"""So many calls are listed at once; more are unfolded by whoever wants to read them."""
METHODS = ("get", "put", "post", "patch", "delete")

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Stated:
    """One call of the document."""

    name: str
    tag: str
    summary: str
    method: str
    path: str


def everything(code: str) -> Json:
    """All that the page of a code shows."""
    known = CODES[code]
    calls = _by_code().get(code, [])
    return {
        "code": code,
        "title": known.title,
        "status": f"{known.status} {HTTPStatus(known.status).phrase}",
        "text": (known.means, known.do),
        "calls": calls,
        "few": len(calls) <= FEW,
        "example": json.dumps(example_problem(code), indent=2),
    }


def index() -> list[Json]:
    """All codes in their order."""
    return [
        {
            "code": code,
            "title": known.title,
            "status": known.status,
            "address": f"{PROBLEM_PAGES}{code}",
        }
        for code, known in CODES.items()
    ]


@cache
def _by_code() -> dict[str, list[Stated]]:
    """The calls that the document states each code for."""
    found: dict[str, list[Stated]] = {}
    for path, methods in schema()["paths"].items():
        for method in METHODS:
            if method in methods:
                operation = methods[method]
                call = Stated(
                    operation["operationId"],
                    operation["tags"][0],
                    operation["summary"],
                    method.upper(),
                    path,
                )
                for code in _codes(operation):
                    found.setdefault(code, []).append(call)
    return found


def _codes(operation: Json) -> Iterator[str]:
    """As the descriptions of its problems name them."""
    for stated in operation["responses"].values():
        answer = {**_lead(stated), **stated}
        if PROBLEM in answer.get("content", {}):
            yield from re.findall(r"`(\w+)`", answer["description"])


def _lead(part: Json) -> Json:
    """A part of the document itself, where only a reference to it stands."""
    while "$ref" in part:
        found: Any = schema()
        for step in part["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        part = found
    return part
