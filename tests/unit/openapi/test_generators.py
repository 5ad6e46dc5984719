"""What generators of clients trip over, counted in the document: nothing of it may be there.

Which of them trips over what: docs/decisions/api-document.md.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from common.rest.schemas import KNOWN
from tests.document import found
from tests.unit.openapi.test_document import METHODS, operations
from tideapi.settings import SPECTACULAR_SETTINGS

Json = dict[str, Any]
VALUES = {"const", "default", "enum", "example", "examples", "required", "mapping", KNOWN}
"""Keywords whose content is no schema."""
TAKEN = {
    *("Any", "Array", "Boolean", "Class", "Date", "Double", "Enum", "Error", "Exception", "Export"),
    *("File", "Float", "Function", "Integer", "List", "Long", "Map", "Module", "Null", "Number"),
    "Object",
    *("Option", "Optional", "Package", "Pair", "Protocol", "Record", "Request", "Response"),
    *("Result", "Self", "Set", "Short", "String", "Symbol", "Thread", "Tuple", "Type", "Void"),
    # Of browsers, where TypeScript takes its own for granted.
    *("Document", "Element", "Event", "Location", "Node", "Range", "Text"),
}
"""Names of types that some language has without importing them."""


def schemas(part: Any, place: str = "", *, conditions: bool = False) -> Iterator[tuple[str, Json]]:
    """Every schema in this part of the document with its place, of conditions only where asked for."""
    if isinstance(part, list):
        for at, one in enumerate(part):
            yield from schemas(one, f"{place}/{at}", conditions=conditions)
    elif isinstance(part, dict):
        yield place, part
        for word, inner in part.items():
            if word not in VALUES and (conditions or word != "dependentSchemas"):
                yield from schemas(inner, f"{place}/{word}", conditions=conditions)


def in_components(document: Json) -> Iterator[tuple[str, Json]]:
    for name, schema in document["components"]["schemas"].items():
        yield from schemas(schema, name)


def properties(document: Json) -> Iterator[tuple[str, Json]]:
    for place, schema in in_components(document):
        for name, one in schema.get("properties", {}).items():
            yield f"{place}/{name}", one


def test_every_constant_and_enumeration_has_a_type(document: Json) -> None:
    fixed = [
        (place, one)
        for place, one in schemas(document, conditions=True)
        if isinstance(one.get("const"), str) or isinstance(one.get("enum"), list)
    ]
    assert len(fixed) > 100
    assert [place for place, one in fixed if "type" not in one] == []


def test_nothing_can_only_be_null(document: Json) -> None:
    assert [place for place, one in properties(document) if one.get("type") == "null"] == []


def test_every_property_says_what_it_means(document: Json) -> None:
    every = list(properties(document))
    assert len(every) > 700
    for place, one in every:
        assert one.get("description") or found(document, one).get("description"), place


def test_every_object_has_a_name_and_says_what_it_is_called(document: Json) -> None:
    named = document["components"]["schemas"]
    assert [name for name, schema in named.items() if schema.get("title") != name] == []
    inline = [
        place
        for place, one in [*schemas(document["paths"]), *in_components(document)]
        if "properties" in one and one.get("type") == "object" and place not in named
    ]
    assert inline == []


def test_no_union_is_left_to_a_generator_but_with_null(document: Json) -> None:
    """Each makes something else of one, and only few live through an unknown member."""
    unions = [
        place
        for place, one in in_components(document)
        for word in ("oneOf", "anyOf", "allOf")
        if len([part for part in one.get(word, ()) if part != {"type": "null"}]) > 1
    ]
    # Standing orders are sent, not answered, and who builds one builds its parts.
    assert [one for one in unions if not one.endswith("Wish")] == []


def test_answers_are_open(document: Json) -> None:
    """What this server may not send, a later one may: fields, values, types, longer lists."""
    open_to_more = dict(document["components"]["schemas"])
    for name in sent(document):
        del open_to_more[name]
    assert len(open_to_more) > 100
    stopping = ("enum", "maxItems", "maxLength", "maximum", "pattern", "uniqueItems", "minItems")
    for name, schema in open_to_more.items():
        for place, one in schemas(schema, name):
            assert one.get("additionalProperties") is not False, place
            closed = [word for word in stopping if isinstance(one.get(word), list | int | str)]
            assert closed == [] or place in ALWAYS_SO, place


ALWAYS_SO = {"Problem/properties/status", "Reliability/properties/percent"}
"""An HTTP status and a percentage have limits that no version moves."""


def sent(document: Json) -> set[str]:
    """The names of all schemas of what is sent."""
    names: set[str] = set()
    waiting = [
        operation["requestBody"]
        for _, operation in operations(document)
        if "requestBody" in operation
    ]
    while waiting:
        for name in re.findall(r'"#/components/schemas/(\w+)"', json.dumps(waiting.pop())):
            if name not in names:
                names.add(name)
                waiting.append(document["components"]["schemas"][name])
    return names


def test_every_component_is_used(document: Json) -> None:
    used = set(re.findall(r'"\$ref": "#/components/(\w+/[^"]+)"', json.dumps(document)))
    there = {
        f"{kind}/{name}"
        for kind, named in document["components"].items()
        if kind != "securitySchemes"
        for name in named
    }
    assert there - used == set()


def test_what_several_calls_share_stands_there_once(document: Json) -> None:
    for kind in ("parameters", "responses"):
        inline = [
            json.dumps(part, sort_keys=True)
            for _, operation in operations(document)
            for part in (
                operation[kind].values() if isinstance(operation[kind], dict) else operation[kind]
            )
            if "$ref" not in part
        ]
        assert len(inline) == len(set(inline)), kind
        assert len(document["components"][kind]) > 5


def test_no_name_is_taken_by_a_language_or_hardly_differs(document: Json) -> None:
    names = document["components"]["schemas"].keys()
    assert names & TAKEN == set()
    assert len({name.lower() for name in names}) == len(names)
    # A generated Go client has a constructor NewGame of Game, and NullableGame.
    made = {f"{word}{name}" for name in names for word in ("New", "Nullable")}
    assert names & made == set()
    assert [name for name in names if re.search(r"\d$", name) and name[:-1] in names] == []


def test_what_comes_by_a_webhook_is_no_call(document: Json) -> None:
    calls = {tag for _, operation in operations(document) for tag in operation["tags"]}
    comes = {
        tag
        for methods in document["webhooks"].values()
        for method, operation in methods.items()
        if method in METHODS
        for tag in operation["tags"]
    }
    assert comes
    assert comes & calls == set()
    assert comes | calls == {tag["name"] for tag in SPECTACULAR_SETTINGS["TAGS"]}


def test_an_answer_to_a_question_is_not_refused_like_an_order(document: Json) -> None:
    submit, order = (
        found(document, operation["responses"]["422"])["description"]
        for name in ("submit_answer", "set_standing_order")
        for _, operation in operations(document)
        if operation["operationId"] == name
    )
    assert "`card_not_in_hand`" in submit
    assert "`never_reached`" not in submit
    assert "`never_reached`" in order


def test_a_stream_is_described_by_the_event_that_each_message_holds(document: Json) -> None:
    streams = [
        content["text/event-stream"]["schema"]
        for _, operation in operations(document)
        for content in [found(document, operation["responses"].get("200", {})).get("content", {})]
        if "text/event-stream" in content
    ]
    assert streams == [{"$ref": "#/components/schemas/FeedEvent"}] * 2
