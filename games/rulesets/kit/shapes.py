"""JSON Schemas of frozen dataclasses and named tuples: each field by its type.

`Annotated` adds to a type what its schema says more: a `Spec` of keywords, or a text that describes it.
`kit.values` writes and reads the same classes.
"""

from collections import ChainMap
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from games.rulesets.kit.schemas import (
    array_schema,
    boolean_schema,
    constant_schema,
    named_schema,
    nullable_schema,
    object_schema,
    one_of,
)
from games.rulesets.kit.values import Json, write_value


class Spec:
    """Keywords of a JSON Schema, to stand in `Annotated`, which takes no dict."""

    def __init__(self, keywords: Json) -> None:
        self.keywords = keywords


PLAIN: Mapping[Any, Json] = {
    int: {"type": "integer"},
    bool: boolean_schema(),
    str: {"type": "string"},
}


def schema_of(kind: Any, *, sent: bool = False, tag: str = "") -> Json:
    """Return the closed JSON Schema of a dataclass or named tuple.

    Where it is `sent`, a field with a default may be left out. A `tag` is the word in its `type`.
    """
    properties = {"type": constant_schema(tag, "Type of the action.")} if tag else {}
    defaults = _field_defaults(kind) if sent else {}
    for name, hint in get_type_hints(kind, include_extras=True).items():
        properties[name] = _field_schema(hint, sent=sent)
        if defaults.get(name) is not None:
            properties[name] = {
                **properties[name],
                "default": write_value(defaults[name], sparse=True),
            }
    schema = object_schema(docstring_paragraphs(kind)[0], defaults, **properties)
    is_empty_refused = properties and {*properties} == {n for n in defaults if defaults[n] is None}
    return {**schema, "minProperties": 1} if is_empty_refused else schema


def _field_schema(hint: Any, *, sent: bool) -> Json:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        inner, *notes = arguments
        said = [one.keywords if isinstance(one, Spec) else {"description": one} for one in notes]
        is_whole = any("type" in keywords for keywords in said)
        return dict(ChainMap(*reversed(said), {} if is_whole else _field_schema(inner, sent=sent)))
    if origin in {Union, UnionType}:
        (inner,) = (one for one in arguments if one is not NoneType)
        schema = _field_schema(inner, sent=sent)
        return schema if sent else nullable_schema(schema)
    if origin is tuple and arguments[1:] == (...,):
        return array_schema(_field_schema(arguments[0], sent=sent))
    if origin is Literal:
        return one_of(arguments)
    if sent and hint in {int, str}:
        raise TypeError(
            'What is sent has bounds: Annotated[int, Spec(integer_schema(1, 9, "…"))], or is a Literal.'
        )
    if hint in PLAIN:
        return dict(PLAIN[hint])
    return named_schema(hint.__name__, schema_of(hint, sent=sent))


def _field_defaults(kind: Any) -> Json:
    if is_dataclass(kind):
        return {one.name: one.default for one in fields(kind) if one.default is not MISSING}
    return dict(kind._field_defaults)


def example_of(schema: Json) -> Any:
    """Return a small value that fits a schema."""
    match schema:
        case {"const": word} | {"enum": [word, *_]}:
            return word
        case {"anyOf": [inner, *_]}:
            return example_of(inner)
        case {"type": "array"}:
            return [example_of(schema["items"])]
        case {"type": "object"}:
            names = schema.get("required", [*schema["properties"]][:1])
            return {name: example_of(schema["properties"][name]) for name in names}
    return {"integer": schema.get("minimum", 0), "boolean": True, "string": ""}[schema["type"]]


def docstring_paragraphs(kind: type) -> list[str]:
    """Return what the docstring of a type says, by paragraph."""
    return [" ".join(part.split()) for part in (kind.__doc__ or "").split("\n\n")]
