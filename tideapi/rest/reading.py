"""Reading what a client sent against its schema: every fault found, each with its place."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

import orjson
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError as SchemaError
from jsonschema.validators import extend
from rest_framework.request import Request

from tideapi.rest.errors import Fault, invalid_body, invalid_query
from tideapi.rest.schemas import Schema

LONGEST_NAME = 100
"""Characters of a field's name that are sent back."""
Judge = Callable[[dict[str, Any]], Iterable[Fault]]


def body(request: Request, schema: Schema, judge: Judge | None = None) -> dict[str, Any]:
    """Return the request's JSON body, or an empty object where none was sent.

    `judge` finds faults that no schema knows. It is given the body with None for each member that has a fault
    already. Raises `ApiError` (with all faults, or `body_too_large`, `malformed_json`),
    `UnsupportedMediaType`.
    """
    data = request.data
    faults = find_faults(schema, data)
    if judge is not None and isinstance(data, dict):
        faulty = {top_member(fault.place) for fault in faults}
        faults += judge({name: None if name in faulty else one for name, one in data.items()})
    if faults:
        raise invalid_body(*faults)
    return dict(data)


def query(request: Request, schema: Schema) -> dict[str, Any]:
    """The request's query with integers, truth values and lists read as such. Raises `ApiError`.

    A list is written as `id=a&id=b`; of anything else that is there twice the last counts.
    """
    sent: dict[str, Any] = {}
    if not request.META.get("QUERY_STRING") and "required" not in schema:
        return sent
    for name, values in request.query_params.lists():
        kind = schema["properties"].get(name, {}).get("type")
        sent[name] = values if kind == "array" else _plain(values[-1], kind)
    faults = find_faults(schema, sent)
    if faults:
        # A query is flat: what is left of the pointer is the parameter's name.
        named = [replace(fault, place=top_member(fault.place)) for fault in faults]
        raise invalid_query(*named)
    return sent


def _plain(value: str, kind: str | None) -> str | int | bool:
    if kind == "boolean":
        return {"true": True, "false": False}.get(value, value)
    # int() takes what no JSON integer looks like (1_0, other scripts' digits).
    whole = re.fullmatch(r"(-?[0-9]{1,18})(\.0{1,18})?", value)
    return int(whole[1]) if kind == "integer" and whole else value


def find_faults(schema: Schema, value: Any) -> list[Fault]:
    known = _BOUND.get(id(schema))
    if known is None or known[0] is not schema:
        if len(_BOUND) > MOST_BOUND:
            _BOUND.clear()
        _BOUND[id(schema)] = known = (schema, _validator(orjson.dumps(schema)))
    return [fault for error in known[1].iter_errors(value) for fault in _faults(error)]


_BOUND: dict[int, tuple[Schema, Any]] = {}
"""The validator of a schema that is a description's own, by which object it is."""
MOST_BOUND = 1000


def _fits_pattern(_: Any, pattern: str, value: object, schema: Schema) -> Iterator[SchemaError]:
    # In JSON Schema `$` is the end of the text; Python would let a newline follow.
    if isinstance(value, str) and not re.search(re.sub(r"\$$", r"\\Z", pattern), value):
        yield SchemaError("It does not fit the pattern.")


def _is_distinct(_: Any, wanted: bool, value: object, schema: Schema) -> Iterator[SchemaError]:  # noqa: FBT001  jsonschema's.
    # Its own compares each with each, where not all can be sorted: a minute for a body full of them.
    if wanted and isinstance(value, list):
        written = {orjson.dumps(one, option=orjson.OPT_SORT_KEYS) for one in value}
        if len(written) < len(value):
            yield SchemaError("Something stands there twice.")


_Strict: Any = extend(  # type: ignore[no-untyped-call]
    Draft202012Validator, validators={"pattern": _fits_pattern, "uniqueItems": _is_distinct}
)


@lru_cache(maxsize=256)
def _validator(schema: bytes) -> Any:
    return _Strict(orjson.loads(schema))


SENTENCES = {
    "type": ("wrong_type", "This must be of type {}."),
    "enum": ("not_a_choice", "This must be one of: {}."),
    "const": ("not_a_choice", "This must be {}."),
    "minimum": ("out_of_range", "This must be at least {}."),
    "maximum": ("out_of_range", "This must be at most {}."),
    "minLength": ("too_short", "This must have at least {} characters."),
    "minItems": ("too_short", "This must have at least {} entries."),
    "maxLength": ("too_long", "This must have at most {} characters."),
    "maxItems": ("too_long", "This must have at most {} entries."),
    "uniqueItems": ("wrong_format", "Nothing may stand here twice."),
}
"""For each keyword of JSON Schema a code, and a sentence with room for the keyword's value."""


def _faults(error: SchemaError) -> Iterator[Fault]:
    place = _pointer(error.absolute_path)
    schema: Any = error.schema
    limit: Any = error.validator_value
    sent: Any = error.instance
    keyword = str(error.validator)
    if keyword == "anyOf" and {"type": "null"} in limit:
        # It might have been null and is not: what counts is what the rest of its schema finds.
        for inner in error.context or ():
            if inner.validator_value != "null":
                yield from _faults(inner)
    elif keyword == "additionalProperties":
        for name in sorted(set(sent) - set(schema.get("properties", {}))):
            yield Fault(f"{place}/{_escape(name)}", "unknown_field", "No such field is known.")
    elif keyword == "required":
        for name in sorted(set(limit) - set(sent)):
            if _first_reported(error, name):
                at = f"{place}/{_escape(name)}"
                yield Fault(at, "missing_field", "This field is required.")
    elif keyword in SENTENCES:
        code, sentence = SENTENCES[keyword]
        words = ", ".join(map(str, limit)) if isinstance(limit, list) else limit
        yield Fault(place, code, sentence.format(words))
    else:
        yield Fault(place, "wrong_format", _format(schema))


def _first_reported(error: SchemaError, name: str) -> bool:
    # The validator raises one error per missing name; each is reported by its own.
    return bool(error.message.startswith(repr(name)))


def _format(schema: Mapping[str, Any]) -> str:
    wanted = schema.get("x-wanted") or schema.get("format") or "the form that the document states"
    return f"This must be {wanted}."


def _pointer(path: Any) -> str:
    return "".join(f"/{_escape(str(part))}" for part in path)


def _escape(part: str) -> str:
    if len(part) > LONGEST_NAME:
        part = f"{part[:LONGEST_NAME]}…"
    return part.replace("~", "~0").replace("/", "~1")


def top_member(pointer: str) -> str:
    """Return the outermost member that a JSON pointer (RFC 6901) names, "" if it names the whole."""
    return "".join(pointer.split("/")[1:2]).replace("~1", "/").replace("~0", "~")
