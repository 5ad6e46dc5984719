"""What the page of a code says: what it means, what to do, and which calls are refused with it."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from typing import Any

from games.rules import registry
from tideapi.docs import schema
from tideapi.errors import CODES, PROBLEM_PAGES, problem
from tideapi.problem_texts import TEXTS, Text
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
    status, title = CODES[code]
    calls = _by_code().get(code, [])
    example = problem(code, f"{title}.") | {"instance": "9f2c41d07ab35e68"}
    return {
        "code": code,
        "title": title,
        "status": f"{status} {HTTPStatus(status).phrase}",
        "text": TEXTS.get(code) or _of_rules(code),
        "calls": calls,
        "few": len(calls) <= FEW,
        "example": json.dumps(example, indent=2),
    }


def index() -> list[Json]:
    """All codes in their order."""
    return [
        {"code": code, "title": title, "status": status, "address": f"{PROBLEM_PAGES}{code}"}
        for code, (status, title) in CODES.items()
    ]


def _of_rules(code: str) -> Text:
    """The text for a code of the games' own."""
    games = [rules.name for rules in registry.RULESETS.values() if code in rules.all_refusals]
    title = CODES[code][1]
    return Text(
        f"The rules of {' and '.join(games)} do not allow it as things stand: {title.lower()}. "
        "Nothing has changed.",
        "Choose one of the question's `legal_actions`. In a standing order mend the entry that `errors` "
        "names.",
    )


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
