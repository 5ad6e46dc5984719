"""JSON Schemas of answers, as they follow from the classes that their builders return."""

from datetime import datetime
from typing import Annotated, Any, NotRequired, TypedDict

import pytest

from common.rest.paging import PageBody
from common.rest.shapes import Component, Keywords, KnownValues, schema_of, schemas_of


class Shell(TypedDict):
    """A shell on the beach."""

    colour: Annotated[str, KnownValues(["white", "pink"]), "Its colour."]
    weight: NotRequired[Annotated[int, Keywords(minimum=1)]]


class BeachBody(TypedDict):
    shells: Annotated[list[Shell], "What lies there."]
    best: Annotated[Shell | None, "Null if there is none."]


@pytest.mark.parametrize(
    ("kind", "schema"),
    [
        (float, {"type": "number"}),
        (datetime, {"type": "string", "format": "date-time"}),
        (str | None, {"type": ["string", "null"]}),
        (Annotated[int, Keywords(minimum=0)] | None, {"type": ["integer", "null"], "minimum": 0}),
        (
            list[str] | None,
            {"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "null"}]},
        ),
        (dict[str, bool], {"type": "object", "additionalProperties": {"type": "boolean"}}),
        (dict[str, Any], {"type": "object", "additionalProperties": True}),
        (Annotated[dict[str, Any], Component("Action")], {"$ref": "#/components/schemas/Action"}),
        (Annotated[Annotated[str, "Near."], "Far."], {"type": "string", "description": "Far."}),
    ],
)
def test_the_schema_follows_from_the_type(kind: Any, schema: dict[str, Any]) -> None:
    assert schema_of(kind) == schema


def test_a_class_is_a_component_and_so_are_those_of_its_members() -> None:
    found = schemas_of(BeachBody)
    assert [*found] == ["Beach", "Shell"]
    shell = {"$ref": "#/components/schemas/Shell"}
    assert found["Beach"]["properties"] == {
        "shells": {"type": "array", "items": shell, "description": "What lies there."},
        "best": {"anyOf": [shell, {"type": "null"}], "description": "Null if there is none."},
    }
    assert found["Shell"] == {
        "description": "A shell on the beach.",
        "type": "object",
        "properties": {
            "colour": {
                "type": "string",
                "x-extensible-enum": ["white", "pink"],
                "description": "Its colour.",
            },
            "weight": {"type": "integer", "minimum": 1},
        },
        "required": ["colour"],
    }


def test_a_page_is_named_for_what_is_on_it() -> None:
    found = schemas_of(PageBody[BeachBody])
    assert [*found] == ["BeachPage", "Beach", "Shell"]
    assert found["BeachPage"]["properties"]["results"]["items"] == {
        "$ref": "#/components/schemas/Beach"
    }
    assert found["BeachPage"]["required"] == ["next", "previous", "results"]
