"""A reader of requests by the JSON Schema that describes them, so that the two cannot differ.

It knows as much of JSON Schema as options, actions and standing orders need: closed objects, lists, whole
numbers, truth values, words, and alternatives of which at most one is an object.
"""

from collections.abc import Collection
from math import inf
from typing import Any

from games.rulesets.kit.schemas import one_of
from games.rulesets.kit.values import Json
from games.rulesets.refusal import Illegal, Unreadable


def check(raw: Any, schema: Json, code: str, pointer: str = "") -> None:
    """Raise `Unreadable` with the place of the first fault if `raw` does not fit.

    Its code is the given one, but `unknown_field` for a field that the schema does not know.
    """
    if "anyOf" in schema:
        _check_any(raw, schema["anyOf"], code, pointer)
    elif not _fits_type(raw, schema):
        raise _unfit_value(raw, schema, code, pointer)
    elif isinstance(raw, dict):
        _check_object(raw, schema, code, pointer)
    elif isinstance(raw, list):
        for place, item in enumerate(raw):
            check(item, schema["items"], code, f"{pointer}/{place}")


class OutOfBounds(Unreadable):
    """The refusal of a whole number that is too small or too large."""


def check_move(raw: Any, schema: Json, code: str) -> None:
    """Check an action or a standing order as `check` does.

    But a number that nothing in the game has, such as that of a card, is `Illegal` ("no_such_number"), as one
    that the seat does not have.
    """
    try:
        check(raw, schema, code)
    except OutOfBounds as refusal:
        raise Illegal(
            "no_such_number", refusal.sentence, refusal.pointer, **refusal.values
        ) from refusal


def read_options(raw: Any, schema: Json) -> Json:
    """Return options with the schema's defaults filled in. Raises `Unreadable` (`invalid_options`)."""
    check(raw, schema, "invalid_options")
    return {name: raw.get(name, one["default"]) for name, one in schema["properties"].items()}


def read_word(raw: Any, name: str, words: Collection[str], code: str) -> str:
    """Return the word in the field that names the kind of an object. Raises `Unreadable`."""
    if not isinstance(raw, dict):
        raise Unreadable(code, "This must be an object.", "")
    word = raw.get(name)
    if not (isinstance(word, str) and word in words):
        raise _unfit_value(word, one_of(words), code, _pointer_inside("", name))
    return word


def _check_any(raw: Any, schemas: list[Json], code: str, pointer: str) -> None:
    """Check a value against alternatives, and name the faults of an object by the one that fits."""
    for schema in schemas:
        if _fits_type(raw, schema):
            check(raw, schema, code, pointer)
            return
    words = [word for schema in schemas for word in _list_words(schema)]
    raise Unreadable(
        code, "This must be an object, or one of: {values}.", pointer, values=", ".join(words)
    )


def _check_object(raw: Json, schema: Json, code: str, pointer: str) -> None:
    properties = schema["properties"]
    for name, inner in properties.items():
        # The field that names the kind of object comes first: the other fields depend on it.
        if "const" in inner and raw.get(name) != inner["const"]:
            check(raw.get(name), inner, code, _pointer_inside(pointer, name))
    for name in raw:
        if name not in properties:
            raise Unreadable(
                "unknown_field",
                "This field is unknown; the fields here are: {names}.",
                _pointer_inside(pointer, name),
                names=", ".join(properties),
            )
    for name in schema.get("required", ()):
        if name not in raw:
            inside = _pointer_inside(pointer, name)
            raise Unreadable(code, "This field is required.", inside)
    if len(raw) < schema.get("minProperties", 0):
        names = ", ".join(properties)
        raise Unreadable(code, "This must have at least one of: {names}.", pointer, names=names)
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
    if not _has_size(raw, schema):
        return False
    if not schema.get("uniqueItems"):
        return True
    # A list longer than there are values has one twice: so only short ones are looked through.
    return len(raw) <= _count_values(schema["items"]) and not any(
        one in raw[:at] for at, one in enumerate(raw)
    )


def _has_size(raw: list[Any], schema: Json) -> bool:
    return bool(schema.get("minItems", 0) <= len(raw) <= schema.get("maxItems", len(raw)))


def _count_values(schema: Json) -> float:
    """Return the number of different values that fit the schema of a word or a whole number."""
    if "enum" in schema:
        return len(schema["enum"])
    return float(schema.get("maximum", inf) - schema["minimum"] + 1)


def _unfit_value(raw: Any, schema: Json, code: str, pointer: str) -> Unreadable:
    """Return the refusal of a value that is none of those that the schema asks for."""
    if words := _list_words(schema):
        values = ", ".join(words)
        return Unreadable(code, "This must be one of: {values}.", pointer, values=values)
    match schema["type"]:
        case "integer":
            kind = OutOfBounds if type(raw) is int else Unreadable
            return kind(
                code,
                "This must be a whole number from {least} to {most}.",
                pointer,
                least=schema["minimum"],
                most=schema["maximum"],
            )
        case "object":
            return Unreadable(code, "This must be an object.", pointer)
        case "array":
            return _unfit_list(raw, schema, code, pointer)
        case _:
            return Unreadable(code, "This must be true or false.", pointer)


def _unfit_list(raw: Any, schema: Json, code: str, pointer: str) -> Unreadable:
    least, most, items = schema.get("minItems", 0), schema.get("maxItems"), schema["items"]
    if isinstance(raw, list) and _has_size(raw, schema):
        return Unreadable(code, "Each entry may occur only once.", pointer)
    if most is None:
        values = ", ".join(items["enum"])
        return Unreadable(code, "This must be a list of some of: {values}.", pointer, values=values)
    if least == most and items.get("type") == "integer":
        return Unreadable(
            code,
            "This must be a list of {count} whole numbers from {least} to {most}.",
            pointer,
            count=most,
            least=items["minimum"],
            most=items["maximum"],
        )
    return Unreadable(
        code,
        "This must be a list of {least} to {most} entries.",
        pointer,
        least=least,
        most=most,
    )


def _list_words(schema: Json) -> list[str]:
    """Return the words that fit a schema of words; none for any other."""
    return [schema["const"]] if "const" in schema else schema.get("enum", [])


def _pointer_inside(pointer: str, name: str) -> str:
    return f"{pointer}/" + name.replace("~", "~0").replace("/", "~1")
