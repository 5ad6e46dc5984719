"""A lossless form of a game's columns that compresses well, as JSON.

Ascending numbers are written as steps. All moments stand in one list, and columns have their places in it;
deadlines are relative to the opening of their turn. Objects are split into columns of their members.

Why so: docs/decisions/archive.md.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

Json = dict[str, Any]
Named = Mapping[str, Sequence[str]]
"""Names of columns, by the part that has them."""
Convert = Callable[[list[Any]], Any]

MOMENTS: Named = {
    "turns": ("opened_at", "closed_at"),
    "answers": ("sealed_at",),
    "private_events": ("at",),
    "stages": ("ended_at",),
    "events": ("at",),
}
NUMBERS: Named = {"turns": ("number",), "stages": ("number",), "events": ("number",)}
OBJECTS: Named = {
    "turns": ("heading",),
    "answers": ("action",),
    "private_events": ("data",),
    "stages": ("shown", "sealed"),
    "events": ("data",),
}
LISTS = ("answers_of", "private_events_of")
"""The parts that are columns of numbers themselves."""


def squeeze_parts(parts: Json) -> Json:
    """Return the compact form of parts, each a dict of columns or a single column."""
    found = _copy_parts(parts)
    _convert_deadlines(found["turns"], lambda due, opened: due - opened)
    told = {
        one
        for part, name in _iterate_names(MOMENTS)
        for one in found[part][name]
        if one is not None
    }
    moments = sorted(told)
    places = {one: place for place, one in enumerate(moments)}
    _convert_columns(found, MOMENTS, lambda column: to_steps(map(places.get, column)))
    _convert_columns(found, NUMBERS, to_steps)
    _convert_columns(found, OBJECTS, to_columns)
    found |= {name: to_steps(found[name]) for name in LISTS}
    return found | {"moments": to_steps(moments)}


def restore_parts(squeezed: Json) -> Json:
    """Return the parts of a compact form that `squeeze_parts` made."""
    found = _copy_parts(squeezed)
    at = dict(enumerate(from_steps(found.pop("moments"))))
    _convert_columns(found, MOMENTS, lambda column: [*map(at.get, from_steps(column))])
    _convert_columns(found, NUMBERS, from_steps)
    _convert_columns(found, OBJECTS, from_columns)
    _convert_deadlines(found["turns"], lambda due, opened: due + opened)
    return found | {name: from_steps(found[name]) for name in LISTS}


def to_steps(numbers: Iterable[int | None]) -> list[int | None]:
    """Return the difference of each number from the one before; null stays null."""
    found, before = list[int | None](), 0
    for one in numbers:
        found.append(None if one is None else one - before)
        before = before if one is None else one
    return found


def from_steps(steps: Iterable[int | None]) -> list[Any]:
    """Return the numbers from the differences that `to_steps` made."""
    found, before = list[int | None](), 0
    for one in steps:
        before += one or 0
        found.append(None if one is None else before)
    return found


def to_columns(objects: list[Any]) -> Json | list[Any]:
    """Return a list of objects as columns, any other list as it is.

    `names` are the lists of member names that occur, `of` has the place of each object's list, and `values`
    has for each list a column for each of its names.
    """
    if not all(isinstance(one, dict) for one in objects):
        return objects
    kinds: dict[tuple[str, ...], tuple[int, list[list[Any]]]] = {}
    of = list[int]()
    for one in objects:
        number, columns = kinds.setdefault(tuple(one), (len(kinds), [[] for _ in one]))
        of.append(number)
        for column, value in zip(columns, one.values(), strict=True):
            column.append(value)
    return {"names": [*kinds], "of": of, "values": [columns for _, columns in kinds.values()]}


def from_columns(columns: Json | list[Any]) -> list[Any]:
    """Return the objects that `to_columns` has split, their members in the same order."""
    if isinstance(columns, list):
        return columns
    kinds = [
        _build_objects(names, values)
        for names, values in zip(columns["names"], columns["values"], strict=True)
    ]
    return [next(kinds[one]) for one in columns["of"]]


def _build_objects(names: list[str], values: list[list[Any]]) -> Iterator[Json]:
    if not names:
        while True:
            yield {}
    for row in zip(*values, strict=True):
        yield dict(zip(names, row, strict=True))


def _copy_parts(parts: Json) -> Json:
    return {name: {**part} if isinstance(part, dict) else part for name, part in parts.items()}


def _iterate_names(named: Named) -> Iterator[tuple[str, str]]:
    return ((part, name) for part, names in named.items() for name in names)


def _convert_columns(parts: Json, named: Named, convert: Convert) -> None:
    for part, name in _iterate_names(named):
        parts[part][name] = convert(parts[part][name])


def _convert_deadlines(turns: Json, converted: Callable[[int, int], int]) -> None:
    """Convert the deadlines of each turn by the moment at which it was opened."""
    opened = turns["opened_at"]
    turns["due_at"] = [*map(converted, turns["due_at"], opened)]
    turns["dues"] = [
        [converted(due, at) for due in dues] for dues, at in zip(turns["dues"], opened, strict=True)
    ]
