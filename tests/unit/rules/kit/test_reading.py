"""What was sent is read by its schema, and every fault is told with its place."""

from typing import Any

import pytest

from games.rulesets.kit.schema_reader import check
from games.rulesets.kit.schemas import (
    array_schema,
    at_least_one,
    bounds_schema,
    integer_schema,
    one_of,
)
from games.rulesets.kit.values import Bounds
from games.rulesets.refusal import Unreadable

Json = dict[str, Any]

BAG = at_least_one(
    "A bag.",
    shells={
        "type": "array",
        "items": {"anyOf": [bounds_schema("Size", "Its size.", 1, 9), {"const": "any"}]},
        "minItems": 1,
        "maxItems": 3,
    },
    colours={
        "type": "array",
        "items": {"enum": ["red", "blue"]},
        "maxItems": 2,
        "uniqueItems": True,
    },
    full={"type": "boolean"},
    tag={
        "type": "object",
        "properties": {"owner": {"enum": ["ann", "ben"]}, "a/b": {"type": "boolean"}},
        "required": ["owner"],
        "additionalProperties": False,
    },
)


def test_what_fits_is_read() -> None:
    fits: tuple[Json, ...] = (
        {"full": False},
        {"shells": ["any", {"least": 1, "most": 9}, {"most": 1}]},
        {"colours": []},
        {"colours": ["blue", "red"], "tag": {"owner": "ben", "a/b": True}},
    )
    for raw in fits:
        check(raw, BAG, "invalid_bag")


class Incomparable:
    """Nobody asks whether it is the same as another."""

    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        raise AssertionError("It was compared.")


@pytest.mark.parametrize(
    "schema",
    [
        array_schema(one_of(["red", "blue"]), distinct=True),
        array_schema(integer_schema(1, 6), at_most=9, distinct=True),
    ],
)
def test_a_list_with_more_entries_than_there_are_values_is_refused_unread(schema: Json) -> None:
    with pytest.raises(Unreadable):
        check([Incomparable() for _ in range(7)], schema, "invalid_bag")


@pytest.mark.parametrize(
    ("raw", "pointer", "detail"),
    [
        (None, "", "This must be an object."),
        ({}, "", "This must have at least one of: shells, colours, full, tag."),
        (
            {"sand": 1},
            "/sand",
            "This field is unknown; the fields here are: shells, colours, full, tag.",
        ),
        ({"full": 1}, "/full", "This must be true or false."),
        ({"shells": []}, "/shells", "This must be a list of 1 to 3 entries."),
        ({"shells": ["any"] * 4}, "/shells", "This must be a list of 1 to 3 entries."),
        ({"shells": ["all"]}, "/shells/0", "This must be an object, or one of: any."),
        ({"shells": ["any", {}]}, "/shells/1", "This must have at least one of: least, most."),
        (
            {"shells": [{"least": 0}]},
            "/shells/0/least",
            "This must be a whole number from 1 to 9.",
        ),
        (
            {"shells": [{"most": True}]},
            "/shells/0/most",
            "This must be a whole number from 1 to 9.",
        ),
        ({"colours": ["red"] * 3}, "/colours", "This must be a list of 0 to 2 entries."),
        ({"colours": ["red", "red"]}, "/colours", "Each entry may occur only once."),
        ({"colours": ["green"]}, "/colours/0", "This must be one of: red, blue."),
        ({"tag": {}}, "/tag/owner", "This field is required."),
        ({"tag": {"owner": "ann", "a/b": 0}}, "/tag/a~1b", "This must be true or false."),
    ],
)
def test_what_does_not_fit_is_refused_where_it_does_not(
    raw: Any, pointer: str, detail: str
) -> None:
    with pytest.raises(Unreadable) as refusal:
        check(raw, BAG, "invalid_bag")
    unknown = "is unknown" in detail
    assert refusal.value.code == ("unknown_field" if unknown else "invalid_bag")
    assert (refusal.value.pointer, refusal.value.detail) == (pointer, detail)


@pytest.mark.parametrize(
    ("bounds", "held"),
    [
        (Bounds(), [1, 2, 3, 4]),
        (Bounds(least=3), [3, 4]),
        (Bounds(most=3), [1, 2, 3]),
        (Bounds(2, 2), [2]),
        (Bounds(3, 2), []),
    ],
    ids=str,
)
def test_bounds_hold_what_lies_between_them_both_included(bounds: Bounds, held: list[int]) -> None:
    assert [number for number in range(1, 5) if bounds.allows_number(number)] == held
