"""The shapes that a value sent by a client may have: each checks it, and says so in JSON Schema."""

from dataclasses import dataclass
from typing import Any, Protocol

Json = dict[str, Any]


class Shape(Protocol):
    """What a value must look like."""

    def fits(self, value: object) -> bool:
        """Whether the value has this shape."""

    @property
    def wanted(self) -> str:
        """The shape in words, to follow "must be"."""

    @property
    def schema(self) -> Json:
        """The shape as JSON Schema."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from `least` to `most`."""

    least: int
    most: int

    def fits(self, value: object) -> bool:
        return type(value) is int and self.least <= value <= self.most

    @property
    def wanted(self) -> str:
        return f"a whole number from {self.least} to {self.most}"

    @property
    def schema(self) -> Json:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of these words."""

    words: tuple[str, ...]

    def fits(self, value: object) -> bool:
        return isinstance(value, str) and value in self.words

    @property
    def wanted(self) -> str:
        return f"one of {', '.join(self.words)}"

    @property
    def schema(self) -> Json:
        return {"enum": list(self.words)}


@dataclass(frozen=True, slots=True)
class SomeOf:
    """A list of some of these words, none twice, in any order."""

    words: tuple[str, ...]

    def fits(self, value: object) -> bool:
        return (
            isinstance(value, list)
            and all(isinstance(word, str) and word in self.words for word in value)
            and len(set(value)) == len(value)
        )

    @property
    def wanted(self) -> str:
        return f"a list of some of {', '.join(self.words)}, none of them twice"

    @property
    def schema(self) -> Json:
        return {"type": "array", "items": {"enum": list(self.words)}, "uniqueItems": True}


@dataclass(frozen=True, slots=True)
class Wholes:
    """A list of exactly `count` whole numbers, all different if they are `distinct`."""

    count: int
    each: Whole
    distinct: bool = False

    def fits(self, value: object) -> bool:
        return (
            isinstance(value, list)
            and len(value) == self.count
            and all(self.each.fits(number) for number in value)
            and not (self.distinct and len(set(value)) < len(value))
        )

    @property
    def wanted(self) -> str:
        different = "different " if self.distinct else ""
        return (
            f"a list of {self.count} {different}whole numbers"
            f" from {self.each.least} to {self.each.most}"
        )

    @property
    def schema(self) -> Json:
        schema: Json = {
            "type": "array",
            "items": self.each.schema,
            "minItems": self.count,
            "maxItems": self.count,
        }
        return {**schema, "uniqueItems": True} if self.distinct else schema


def pointer(name: str) -> str:
    """The JSON pointer (RFC 6901) of a field at the top."""
    return "/" + name.replace("~", "~0").replace("/", "~1")
