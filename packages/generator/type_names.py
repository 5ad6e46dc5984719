"""A schema of the document as a type of a language."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from packages.generator.document import Schema, name_of


class TypeWords(Protocol):
    """The words of a language for types."""

    any: str
    null: str
    names: dict[str, str]
    """Words for JSON's own types, and for bytes (`binary`)."""

    open_text: str
    """The type of any text beside known ones, so written that an editor still offers those."""

    def name_literal(self, values: Sequence[str]) -> str:
        """Return the type of one of these texts."""

    def list_of(self, item: str) -> str:
        """Return the type of a list."""

    def map_of(self, value: str) -> str:
        """Return the type of an object with any keys."""


def spell_type(schema: Schema, language: TypeWords) -> str:
    """Return a schema as a type of the language; a component is its name."""
    match schema:
        case {"$ref": str(reference)}:
            return name_of(reference)
        case {"const": str(value)}:
            return language.name_literal([value])
        case {"enum": [*values]}:
            return language.name_literal(values)
        case {"x-extensible-enum": [*values], "type": "string"}:
            return join_types([language.name_literal(values), language.open_text])
        case {"anyOf": [*some]} | {"oneOf": [*some]}:
            return join_types(spell_type(one, language) for one in some)
        case {"type": [*kinds]}:
            return join_types(spell_type({**schema, "type": kind}, language) for kind in kinds)
        case {"type": "null"}:
            return language.null
        case {"format": "binary"}:
            return language.names["binary"]
        case {"type": "array"}:
            return language.list_of(spell_type(schema["items"], language))
        case {"type": "object"}:
            inner = schema.get("additionalProperties")
            return language.map_of(
                spell_type(inner, language) if isinstance(inner, dict) else language.any
            )
        case {"type": str(kind)}:
            return language.names[kind]
    return language.any


def join_types(types: Iterable[str]) -> str:
    """Return a union, which Python and TypeScript write alike."""
    return " | ".join(dict.fromkeys(types))


def name_variant(union: str, tags: dict[str, str]) -> str:
    """Return the name of a variant: `JoinedEvent` of `FeedEvent`, `HighTideGame` of `Game`."""
    return name_type("_".join(tags.values())) + union.removeprefix("Feed")


def name_type(name: str) -> str:
    """Return a name in snake_case as the name of a type."""
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))
