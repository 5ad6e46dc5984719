"""What of a schema is taken away from clients when another takes its place.

A client sends what the older schema of a request allows, and reads what the older schema of an answer
promises. So a request may only become wider, and of an answer nothing may go. Values that are new in an
answer are no fault: docs/versioning.md says that clients bear them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]

LEAST = ("minimum", "minLength", "minItems", "minProperties")
MOST = ("maximum", "maxLength", "maxItems", "maxProperties")
COMBINED = ("anyOf", "oneOf")


@dataclass
class Comparison:
    """Two documents, the older one first."""

    before: Json
    after: Json
    seen: set[tuple[str, str, bool]] = field(default_factory=set)
    """Pairs of components that were compared already, and whether as parts of requests."""

    def losses(self, before: Json, after: Json, place: str, *, sent: bool) -> Iterator[str]:
        """What a client loses, one line each; `sent` for what it sends, else for what it reads."""
        pair = (str(before.get("$ref")), str(after.get("$ref")), sent)
        if "$ref" in before and "$ref" in after:
            if pair in self.seen:
                return
            self.seen.add(pair)
        old, new = kinds(self.before, before), kinds(self.after, after)
        if len(_plain(old)) == len(_plain(new)) == 1:
            # There is one of each: it may have another name by now.
            new |= dict(zip(_plain(old), _plain(new).values(), strict=True))
        for kind, schema in old.items():
            if kind in new:
                yield from self._one(schema, new[kind], place, sent=sent)
            elif sent or kind != "null":
                yield f"{place}: {kind} is gone"
        if not sent and "null" in new and "null" not in old:
            yield f"{place}: may be null now"

    def _one(self, before: Json, after: Json, place: str, *, sent: bool) -> Iterator[str]:
        if not _same_type(before, after, sent=sent):
            yield f"{place}: was {before.get('type', 'anything')}, is {after.get('type', 'anything')}"
            return
        if sent:
            yield from narrowed(before, after, place)
        yield from self._fields(before, after, place, sent=sent)
        if "items" in before and "items" in after:
            yield from self.losses(before["items"], after["items"], f"{place}/*", sent=sent)

    def _fields(self, before: Json, after: Json, place: str, *, sent: bool) -> Iterator[str]:
        old, new = before.get("properties", {}), after.get("properties", {})
        for name, schema in old.items():
            if name in new:
                yield from self.losses(schema, new[name], f"{place}/{name}", sent=sent)
            else:
                yield f"{place}/{name}: is gone"
        needed, need = set(before.get("required", ())), set(after.get("required", ()))
        if sent:
            yield from (f"{place}/{name}: is required now" for name in sorted(need - needed))
        else:
            missing = sorted((needed - need) & new.keys())
            yield from (f"{place}/{name}: may be missing now" for name in missing)


def narrowed(before: Json, after: Json, place: str) -> Iterator[str]:
    """What the older schema takes of plain values and the newer one does not."""
    old, new = values(before), values(after)
    if new is not None and (old is None or set(old) - set(new)):
        gone = "others" if old is None else ", ".join(sorted(set(old) - set(new)))
        yield f"{place}: takes no more {gone}"
    for word in LEAST:
        if after.get(word, float("-inf")) > before.get(word, float("-inf")) and after[word] > 0:
            yield f"{place}: {word} is {after[word]} now"
    for word in MOST:
        if after.get(word, float("inf")) < before.get(word, float("inf")):
            yield f"{place}: {word} is {after[word]} now"
    for word in ("pattern", "format", "uniqueItems"):
        if after.get(word) not in (None, False, before.get(word)):
            yield f"{place}: {word} is {after[word]} now"


def values(schema: Json) -> list[str] | None:
    """The values that a schema lists; None where it lists none."""
    if "const" in schema:
        return [str(schema["const"])]
    return [str(one) for one in schema["enum"]] if "enum" in schema else None


def kinds(document: Json, schema: Json) -> dict[str, Json]:
    """The alternatives of a schema by what tells them apart; one by the name "" where there is no choice."""
    name = ""
    while "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        more = {word: value for word, value in schema.items() if word != "$ref"}
        schema = {**document["components"]["schemas"][name], **more}
    for word in COMBINED:
        if word in schema:
            found: dict[str, Json] = {}
            for inner in schema[word]:
                found |= kinds(document, inner)
            return found
    if isinstance(schema.get("type"), list):
        return {
            "null" if one == "null" else _name(schema, name): {**schema, "type": one}
            for one in schema["type"]
        }
    return {"null" if schema.get("type") == "null" else _name(schema, name): schema}


def _name(schema: Json, component: str) -> str:
    """How one alternative is known: by the values that are its own, its component, or its type."""
    own = {field: values(inner) or [] for field, inner in schema.get("properties", {}).items()}
    fixed = [f"{field} {listed[0]}" for field, listed in sorted(own.items()) if len(listed) == 1]
    return ", ".join(fixed) or component or str(schema.get("type", "anything"))


def _plain(found: Mapping[str, Json]) -> dict[str, Json]:
    return {kind: schema for kind, schema in found.items() if kind != "null"}


def _same_type(before: Json, after: Json, *, sent: bool) -> bool:
    narrow, wide = (before, after) if sent else (after, before)
    if "type" not in wide or narrow.get("type") == wide["type"]:
        return True
    return (narrow.get("type"), wide["type"]) == ("integer", "number")
