"""Changes of a record that can be sent to a verifier in another language: a kind, a path, and more.

("put", path, other)            another value in this place
("add", path, name, value)      one member more
("drop", path, step)            without this member or item
("insert", path, place, value)  one item more, before the one in this place
("rename", path, name, other)   a member under another name
("swap", path, one, other)      two items in each other's place

`batch.mjs` carries out the same ones.
"""

from collections.abc import Callable, Iterable
from functools import reduce
from typing import Any

Path = tuple[str | int, ...]
Edit = tuple[Any, ...]


def edited(record: Any, edits: Iterable[Edit]) -> Any:
    """The record after these edits; the one given stays as it is."""
    return reduce(_edited, edits, record)


def pointer(path: Path) -> str:
    """The JSON pointer of a path."""
    return "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in path)


def found(record: Any, path: Path) -> Any:
    """What stands at this path."""
    return reduce(lambda value, step: value[step], path, record)


def _edited(value: Any, edit: Edit) -> Any:
    kind, path, *what = edit
    if not path:
        return CHANGES[kind](value, *what)
    step, *rest = path
    copy = value.copy()
    copy[step] = _edited(value[step], (kind, rest, *what))
    return copy


def _drop(value: Any, step: Any) -> Any:
    copy = value.copy()
    del copy[step]
    return copy


def _swap(value: list[Any], one: int, other: int) -> list[Any]:
    copy = value.copy()
    copy[one], copy[other] = value[other], value[one]
    return copy


CHANGES: dict[str, Callable[..., Any]] = {
    "put": lambda _, other: other,
    "add": lambda value, name, other: {**value, name: other},
    "drop": _drop,
    "insert": lambda value, place, other: [*value[:place], other, *value[place:]],
    "rename": lambda value, name, other: {
        other if one == name else one: value[one] for one in value
    },
    "swap": _swap,
}
"""What each kind of edit makes of the value at its path."""
