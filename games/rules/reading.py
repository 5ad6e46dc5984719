"""Reading what was sent by the JSON Schema that describes it, so that the two cannot differ.

It knows as much of JSON Schema as standing orders need: closed objects, lists, whole numbers, truth
values, words, and alternatives of which at most one is an object.
"""

from typing import Any

from games.rules.refusal import Unreadable

Json = dict[str, Any]


def at_least_one(description: str, **properties: Json) -> Json:
    """The schema of an object that has some of these properties, at least one, and no others."""
    return {
        "type": "object",
        "description": description,
        "properties": properties,
        "minProperties": 1,
        "additionalProperties": False,
    }


def check(raw: Any, schema: Json, code: str, pointer: str = "") -> None:
    """Raise `Unreadable` with this code and the place of the first fault if `raw` does not fit."""
    if "anyOf" in schema:
        _check_any(raw, schema["anyOf"], code, pointer)
    elif not _fits(raw, schema):
        raise Unreadable(code, f"{_name(pointer)} must be {_wanted(schema)}.", pointer)
    elif isinstance(raw, dict):
        _check_object(raw, schema, code, pointer)
    elif isinstance(raw, list):
        for place, item in enumerate(raw):
            check(item, schema["items"], code, f"{pointer}/{place}")


def _check_any(raw: Any, schemas: list[Json], code: str, pointer: str) -> None:
    """An object can only be meant as the alternative that is one; then its faults can be named."""
    for schema in schemas:
        if _fits(raw, schema):
            check(raw, schema, code, pointer)
            return
    wanted = " or ".join(_wanted(schema) for schema in schemas)
    raise Unreadable(code, f"{_name(pointer)} must be {wanted}.", pointer)


def _check_object(raw: Json, schema: Json, code: str, pointer: str) -> None:
    properties = schema["properties"]
    for name in raw:
        if name not in properties:
            detail = f"{_name(pointer)} has no field {name!r}, only {', '.join(properties)}."
            raise Unreadable(code, detail, _inside(pointer, name))
    for name in schema.get("required", ()):
        if name not in raw:
            inside = _inside(pointer, name)
            raise Unreadable(code, f"{_name(inside)} is missing.", inside)
    if len(raw) < schema.get("minProperties", 0):
        detail = f"{_name(pointer)} must have at least one of {', '.join(properties)}."
        raise Unreadable(code, detail, pointer)
    for name, value in raw.items():
        check(value, properties[name], code, _inside(pointer, name))


def _fits(raw: Any, schema: Json) -> bool:
    """Whether the value is of the right kind and size, whatever is inside."""
    if "const" in schema:
        return isinstance(raw, str) and raw == schema["const"]
    if "enum" in schema:
        return isinstance(raw, str) and raw in schema["enum"]
    match schema["type"]:
        case "object":
            return isinstance(raw, dict)
        case "array":
            return isinstance(raw, list) and _fits_in_size(raw, schema)
        case "boolean":
            return isinstance(raw, bool)
        case _:
            return type(raw) is int and bool(schema["minimum"] <= raw <= schema["maximum"])


def _fits_in_size(raw: list[Any], schema: Json) -> bool:
    if schema.get("uniqueItems") and any(item in raw[:place] for place, item in enumerate(raw)):
        return False
    return bool(schema.get("minItems", 0) <= len(raw) <= schema["maxItems"])


def _wanted(schema: Json) -> str:
    """What the schema asks for in words, to follow "must be"."""
    if "const" in schema:
        return str(schema["const"])
    if "enum" in schema:
        return f"one of {', '.join(schema['enum'])}"
    match schema["type"]:
        case "object":
            return "an object"
        case "array":
            twice = ", none of them twice" if schema.get("uniqueItems") else ""
            return f"a list of {schema.get('minItems', 0)} to {schema['maxItems']} entries{twice}"
        case "boolean":
            return "true or false"
        case _:
            return f"a whole number from {schema['minimum']} to {schema['maximum']}"


def _name(pointer: str) -> str:
    """The place in words; the whole is "It"."""
    return pointer.removeprefix("/").replace("~1", "/").replace("~0", "~") or "It"


def _inside(pointer: str, name: str) -> str:
    return f"{pointer}/" + name.replace("~", "~0").replace("/", "~1")
