"""What a document takes away from the clients of an older one: calls, parameters, fields, values, codes."""

import re
from collections.abc import Iterator
from typing import Any

from tools.promise.schemas import Comparison

Json = dict[str, Any]

METHODS = ("get", "put", "post", "delete", "patch")


def broken(before: Json, after: Json) -> list[str]:
    """Every promise of the older document that the newer one does not keep, one line each."""
    found = [*_calls(before, after), *_messages(before, after)]
    found += [f"code {code}: is gone" for code in sorted(codes(before) - codes(after))]
    return found


def _calls(before: Json, after: Json) -> Iterator[str]:
    both, there = Comparison(before, after), dict(operations(after))
    for call, old in operations(before):
        if call not in there:
            yield f"{call}: is gone"
            continue
        new = there[call]
        if {} in old.get("security", [{}]) and {} not in new.get("security", [{}]):
            yield f"{call}: needs a token now"
        yield from _parameters(both, call, old, new)
        yield from _request(both, call, old, new)
        yield from _answers(both, call, old, new)


def _messages(before: Json, after: Json) -> Iterator[str]:
    """What is sent to clients' own addresses, which they read as they read an answer."""
    both, there = Comparison(before, after), after.get("webhooks", {})
    for name, old in before.get("webhooks", {}).items():
        if name not in there:
            yield f"webhook {name}: is gone"
            continue
        bodies = (old["post"].get("requestBody", {}), there[name]["post"].get("requestBody", {}))
        yield from _contents(both, f"webhook {name}", *bodies, sent=False)


def operations(document: Json) -> Iterator[tuple[str, Json]]:
    """Every call by its method and its address, in which the names of the parts make no difference."""
    for address, methods in document["paths"].items():
        for method in METHODS:
            if method in methods:
                yield f"{method.upper()} {re.sub(r'{[^}]*}', '{}', address)}", methods[method]


def codes(document: Json) -> set[str]:
    """The codes of all problems that the document shows."""
    found: set[str] = set()
    rest: list[Any] = [document]
    while rest:
        part = rest.pop()
        if isinstance(part, dict):
            if {"title", "status", "code", "detail"} <= part.keys() and isinstance(
                part["code"], str
            ):
                found.add(part["code"])
            rest += part.values()
        elif isinstance(part, list):
            rest += part
    return found


def _parameters(both: Comparison, call: str, old: Json, new: Json) -> Iterator[str]:
    before, after = parameters(both.before, old), parameters(both.after, new)
    for name, one in before.items():
        place = f"{call} {name}"
        if name not in after:
            yield f"{place}: is gone"
            continue
        if after[name].get("required") and not one.get("required"):
            yield f"{place}: is required now"
        yield from both.losses(one["schema"], after[name]["schema"], place, sent=True)
    for name in sorted(after.keys() - before.keys()):
        if after[name].get("required"):
            yield f"{call} {name}: is required now"


def parameters(document: Json, operation: Json) -> dict[str, Json]:
    """Those of query and header by their names; the parts of an address have their own in each document."""
    found = (resolved(document, one) for one in operation.get("parameters", ()))
    return {one["name"]: one for one in found if one["in"] != "path"}


def _request(both: Comparison, call: str, old: Json, new: Json) -> Iterator[str]:
    before = resolved(both.before, old.get("requestBody", {}))
    after = resolved(both.after, new.get("requestBody", {}))
    if after.get("required") and not before.get("required"):
        yield f"{call} body: is required now"
    yield from _contents(both, f"{call} body", before, after, sent=True)


def _answers(both: Comparison, call: str, old: Json, new: Json) -> Iterator[str]:
    for status, answer in old["responses"].items():
        if status >= "4":
            # A refusal is known by its code.
            continue
        if status not in new["responses"]:
            yield f"{call} {status}: is gone"
            continue
        before = resolved(both.before, answer)
        after = resolved(both.after, new["responses"][status])
        yield from _contents(both, f"{call} {status}", before, after, sent=False)
        gone = before.get("headers", {}).keys() - after.get("headers", {}).keys()
        yield from (f"{call} {status} {header}: is gone" for header in sorted(gone))


def _contents(both: Comparison, place: str, old: Json, new: Json, *, sent: bool) -> Iterator[str]:
    there = new.get("content", {})
    for kind, content in old.get("content", {}).items():
        if kind not in there:
            yield f"{place} {kind}: is gone"
            continue
        yield from both.losses(
            content.get("schema", {}), there[kind].get("schema", {}), place, sent=sent
        )


def resolved(document: Json, part: Json) -> Json:
    """What a reference leads to, within the document."""
    while "$ref" in part:
        found: Any = document
        for step in part["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        part = found
    return part
