"""Fast copies of frozen values with some fields changed: rules do little else."""

from typing import TYPE_CHECKING, Any, TypeVar

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
        fields = old | changes
        if len(fields) > len(old):
            raise TypeError(f"{type(value).__name__} has not all of: {', '.join(changes)}.")
        copy = new(type(value))
        set_field(copy, "__dict__", fields)
        return copy
