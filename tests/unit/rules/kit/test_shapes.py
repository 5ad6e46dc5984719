"""JSON and schemas follow from dataclasses and named tuples."""

from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple

import pytest
from jsonschema import Draft202012Validator

from games.rulesets.kit.schemas import integer_schema
from games.rulesets.kit.shapes import Spec, docstring_paragraphs, example_of, schema_of
from games.rulesets.kit.values import from_json, snake_case, to_json

Size = Annotated[int, Spec(integer_schema(1, 9, "How large."))]


class Stone(NamedTuple):
    """A stone."""

    size: Size
    colour: Literal["black", "white"] = "white"


@dataclass(frozen=True)
class Wall:
    """A wall of stones.

    Where there is one.
    """

    stones: Annotated[tuple[Stone, ...], "From the left."]
    top: Stone | None = None
    place: tuple[int, str] = (0, "here")


class Wish(NamedTuple):
    """A wish."""

    top: Stone | None = None
    size: Size | None = None


WALL = Wall((Stone(1), Stone(2, "black")), top=Stone(9))
RAW = {
    "stones": [{"size": 1, "colour": "white"}, {"size": 2, "colour": "black"}],
    "top": {"size": 9, "colour": "white"},
    "place": [0, "here"],
}


def test_a_value_survives_json_with_all_that_is_in_it() -> None:
    assert to_json(WALL) == RAW
    assert from_json(Wall, RAW) == WALL
    assert hash(from_json(Wall, RAW)) == hash(WALL)


def test_what_is_none_is_written_but_where_it_is_sparse() -> None:
    assert to_json(Wish(size=2)) == {"top": None, "size": 2}
    assert to_json(Wish(size=2), sparse=True) == {"size": 2}
    assert from_json(Wish, {"size": 2}) == from_json(Wish, {"top": None, "size": 2}) == Wish(size=2)


def test_what_is_answered_has_every_field_and_may_be_null() -> None:
    schema = schema_of(Wish)
    assert schema["required"] == ["top", "size"]
    assert schema["additionalProperties"] is False
    assert Draft202012Validator(schema).is_valid({"top": None, "size": 3})
    assert not Draft202012Validator(schema).is_valid({"top": None, "size": 10})


def test_what_is_sent_may_leave_out_what_has_a_default_but_not_everything() -> None:
    fits = Draft202012Validator(schema_of(Wish, sent=True)).is_valid
    assert fits({"size": 3})
    assert fits({"top": {"size": 1}})
    assert not fits({})
    assert not fits({"size": None})
    colour = schema_of(Stone, sent=True)["properties"]["colour"]
    assert colour == {"type": "string", "enum": ["black", "white"], "default": "white"}


def test_a_tag_is_a_word_that_has_to_be_there() -> None:
    schema = schema_of(Stone, sent=True, tag="stone")
    assert schema["properties"]["type"]["const"] == "stone"
    assert schema["required"] == ["type", "size"]


def test_descriptions_are_those_of_the_code() -> None:
    schema = schema_of(Stone)
    assert schema["description"] == "A stone."
    assert schema["properties"]["size"]["description"] == "How large."
    assert docstring_paragraphs(Wall) == ["A wall of stones.", "Where there is one."]
    assert snake_case(type("BidsOpened", (), {})) == "bids_opened"


@pytest.mark.parametrize("kind", [Stone, Wish])
def test_an_example_fits_its_schema(kind) -> None:
    schema = schema_of(kind, sent=True)
    Draft202012Validator(schema).validate(example_of(schema))


class Unbounded(NamedTuple):
    """No bounds."""

    size: int


def test_a_number_that_is_sent_needs_bounds() -> None:
    with pytest.raises(TypeError, match=r"has bounds: .*Spec\(integer_schema\(1, 9"):
        schema_of(Unbounded, sent=True)
    assert schema_of(Unbounded)["properties"]["size"] == {"type": "integer"}
