"""A reader of requests by the JSON Schema that describes them, so that the two cannot differ.

It knows as much of JSON Schema as options, actions and standing orders need: closed objects, lists, whole
numbers, truth values, words, and alternatives of which at most one is an object.
"""

from collections.abc import Collection
from math import inf
from typing import Any

from games.rules.kit.schemas import one_of
from games.rules.refusal import Unreadable

Json = dict[str, Any]

"""The code for a field that no schema knows, in whatever it stands."""


def check(raw: Any, schema: Json, code: str, pointer: str = "") -> None:
    """Raise `Unreadable` with the place of the first fault if `raw` does not fit.

    Its code is the given one, but `unknown_field` for a field that the schema does not know.
    """
    if "anyOf" in schema:
        _check_any(raw, schema["anyOf"], code, pointer)
    elif not _fits_type(raw, schema):
        raise Unreadable(
            code, f"{_name_place(pointer)} must be {_describe_schema(schema)}.", pointer
        )
    elif isinstance(raw, dict):
        _check_object(raw, schema, code, pointer)
    elif isinstance(raw, list):
        for place, item in enumerate(raw):
            check(item, schema["items"], code, f"{pointer}/{place}")


def read_options(raw: Any, schema: Json) -> Json:
    """Return options with the schema's defaults filled in. Raises `Unreadable` (`invalid_options`)."""
    check(raw, schema, "invalid_options")
    return {name: raw.get(name, one["default"]) for name, one in schema["properties"].items()}


def read_word(raw: Any, name: str, words: Collection[str], code: str) -> str:
    """Return the word in the field that names the kind of an object. Raises `Unreadable`."""
    if not isinstance(raw, dict):
        raise Unreadable(code, "It must be an object.", "")
    word = raw.get(name)
    if not (isinstance(word, str) and word in words):
        raise Unreadable(
            code, f"{name} must be {_describe_schema(one_of(words))}.", _pointer_inside("", name)
        )
    return word


def _check_any(raw: Any, schemas: list[Json], code: str, pointer: str) -> None:
    """Check a value against alternatives, and name the faults of an object by the one that fits."""
    for schema in schemas:
        if _fits_type(raw, schema):
            check(raw, schema, code, pointer)
            return
    wanted = " or ".join(_describe_schema(schema) for schema in schemas)
    raise Unreadable(code, f"{_name_place(pointer)} must be {wanted}.", pointer)


def _check_object(raw: Json, schema: Json, code: str, pointer: str) -> None:
    properties = schema["properties"]
    for name, inner in properties.items():
        # The field that names the kind of object comes first: the other fields depend on it.
        if "const" in inner and raw.get(name) != inner["const"]:
            check(raw.get(name), inner, code, _pointer_inside(pointer, name))
    for name in raw:
        if name not in properties:
            detail = f"{_name_place(pointer)} has no field {name!r}, only {', '.join(properties)}."
            raise Unreadable("unknown_field", detail, _pointer_inside(pointer, name))
    for name in schema.get("required", ()):
        if name not in raw:
            inside = _pointer_inside(pointer, name)
            raise Unreadable(code, f"{_name_place(inside)} is missing.", inside)
    if len(raw) < schema.get("minProperties", 0):
        detail = f"{_name_place(pointer)} must have at least one of {', '.join(properties)}."
        raise Unreadable(code, detail, pointer)
    for name, value in raw.items():
        inner = properties[name]
        # Most values are plain and right, and need no word for where they stand.
        if "anyOf" in inner or isinstance(value, dict | list) or not _fits_type(value, inner):
            check(value, inner, code, _pointer_inside(pointer, name))


def _fits_type(raw: Any, schema: Json) -> bool:
    """Return whether the value has the right type and size, whatever it contains."""
    if "const" in schema:
        return isinstance(raw, str) and raw == schema["const"]
    if "enum" in schema:
        return isinstance(raw, str) and raw in schema["enum"]
    match schema["type"]:
        case "integer":
            return type(raw) is int and bool(schema["minimum"] <= raw <= schema["maximum"])
        case "object":
            return isinstance(raw, dict)
        case "array":
            return isinstance(raw, list) and _fits_in_size(raw, schema)
        case _:
            return isinstance(raw, bool)


def _fits_in_size(raw: list[Any], schema: Json) -> bool:
    if not schema.get("minItems", 0) <= len(raw) <= schema.get("maxItems", len(raw)):
        return False
    if not schema.get("uniqueItems"):
        return True
    # A list longer than there are values has one twice: so only short ones are looked through.
    return len(raw) <= _count_values(schema["items"]) and not any(
        one in raw[:at] for at, one in enumerate(raw)
    )


def _count_values(schema: Json) -> float:
    """Return the number of different values that fit the schema of a word or a whole number."""
    if "enum" in schema:
        return len(schema["enum"])
    return float(schema.get("maximum", inf) - schema["minimum"] + 1)


def _describe_schema(schema: Json) -> str:
    """Return words for what the schema asks for, to follow "must be"."""
    if "const" in schema:
        return str(schema["const"])
    if "enum" in schema:
        return f"one of {', '.join(schema['enum'])}"
    match schema["type"]:
        case "integer":
            return f"a whole number from {schema['minimum']} to {schema['maximum']}"
        case "object":
            return "an object"
        case "array":
            twice = ", none of them twice" if schema.get("uniqueItems") else ""
            return f"a list of {_describe_entries(schema)}{twice}"
        case _:
            return "true or false"


def _describe_entries(schema: Json) -> str:
    least, most, items = schema.get("minItems", 0), schema.get("maxItems"), schema["items"]
    if most is None:
        return f"some of {', '.join(items['enum'])}"
    if least == most and items.get("type") == "integer":
        return f"{most} whole numbers from {items['minimum']} to {items['maximum']}"
    return f"{least} to {most} entries"


def _name_place(pointer: str) -> str:
    """Return the place in words; the whole is "It"."""
    return pointer.removeprefix("/").replace("~1", "/").replace("~0", "~") or "It"


def _pointer_inside(pointer: str, name: str) -> str:
    return f"{pointer}/" + name.replace("~", "~0").replace("/", "~1")
