"""Frozen values: their JSON and back, each field by its type; fast copies; bounds of a number.

A class with `to_json` and `from_json` of its own is written and read by them.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, TypeVar, Union, get_args, get_origin, get_type_hints

Json = dict[str, Any]
Reader = Callable[[Any], Any]

PLAIN = frozenset((int, bool, str))
"""The types that are JSON as they are."""


def to_json(value: Any, *, sparse: bool = False) -> Json:
    """Return a dataclass or named tuple as JSON; `sparse` leaves out what is None."""
    written: Json = write_value(value, sparse=sparse)
    return written


def write_value(value: Any, *, sparse: bool) -> Any:
    kind: Any = type(value)
    if kind is tuple:  # First, and plain values in place: most of a state are cards in tuples.
        return [one if type(one) in PLAIN else write_value(one, sparse=sparse) for one in value]
    if kind in PLAIN or value is None:
        return value
    if hasattr(kind, "to_json"):
        return value.to_json()
    if (names := field_names(kind)) is not None:
        written = {name: write_value(getattr(value, name), sparse=sparse) for name in names}
        return {n: one for n, one in written.items() if one is not None} if sparse else written
    return value


def from_json(kind: type, raw: Any) -> Any:
    """Return the value of a type from what `to_json` gave."""
    return _reader_of(kind)(raw)


@cache
def _reader_of(kind: Any) -> Reader:
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in {Union, UnionType}:
        read = _reader_of(next(one for one in arguments if one is not NoneType))
        return lambda raw: None if raw is None else read(raw)
    if origin is tuple and arguments[1:] == (...,):
        read = _reader_of(arguments[0])
        return tuple if read is _keep_value else lambda raw: tuple([read(one) for one in raw])
    if origin is tuple:
        each = [*map(_reader_of, arguments)]
        return lambda raw: tuple([one(part) for one, part in zip(each, raw, strict=True)])
    if hasattr(kind, "from_json"):
        own: Reader = kind.from_json
        return own
    if field_names(kind) is None:
        return _keep_value
    readers = {name: _reader_of(hint) for name, hint in get_type_hints(kind).items()}
    return lambda raw: kind(**{name: readers[name](part) for name, part in raw.items()})


def _keep_value(raw: Any) -> Any:
    return raw


@cache
def field_names(kind: Any) -> tuple[str, ...] | None:
    """Return the fields of a dataclass or named tuple; None for any other type."""
    if is_dataclass(kind):
        return tuple([field.name for field in fields(kind)])
    return getattr(kind, "_fields", None)


def snake_case(kind: type) -> str:
    """Return the name of a type as JSON has it: `BidsOpened` is "bids_opened"."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


@dataclass(frozen=True, slots=True)
class Bounds:
    """From `least` to `most`, both included; None where there is no bound."""

    least: int | None = None
    most: int | None = None

    def allows_number(self, number: int) -> bool:
        return (self.least is None or self.least <= number) and (
            self.most is None or number <= self.most
        )

    def to_json(self) -> Json:
        bounds = {"least": self.least, "most": self.most}
        return {name: bound for name, bound in bounds.items() if bound is not None}


T = TypeVar("T")

made = tuple.__new__
"""`made(Pair, (left, right))` is `Pair(left, right)` of a named tuple, in half the time.

It is for values that are made in every draw and every event. Why so: docs/decisions/rulesets.md.
"""

if TYPE_CHECKING:
    # It has the same signature, so type checkers check the fields.
    from dataclasses import replace as replace  # noqa: PLC0414
else:
    new, set_field = object.__new__, object.__setattr__

    def replace(value: T, /, **changes: Any) -> T:
        """Return a copy of a frozen dataclass with these fields changed.

        The other fields are copied together. `dataclasses.replace` sets each of them through `__init__`,
        which for a state of many fields takes ten times as long. In return the dataclass may have neither
        slots nor a `__post_init__`. Raises `TypeError` for a field that is not there.
        """
        old = value.__dict__
        merged = old | changes
        if len(merged) > len(old):
            raise TypeError(f"{type(value).__name__} has not all of: {', '.join(changes)}.")
        copy = new(type(value))
        set_field(copy, "__dict__", merged)
        return copy
