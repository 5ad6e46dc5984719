"""The OpenAPI document: true to the standard, to the code, and to real answers."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator

from common.rest.error_codes import CODES
from common.rest.schemas import KNOWN
from players.privacy.exports import ZIP
from tests.document import codes_in, found
from tideapi.examples import EXAMPLES
from tideapi.yaml_renderer import YamlRenderer

Json = dict[str, Any]
ROOT = Path(__file__).resolve().parents[3]
COMMITTED = ROOT / "openapi" / "tideapi.yaml"
METHODS = {"get", "put", "post", "delete", "patch"}


def operations(document: Json) -> Iterator[tuple[str, Json]]:
    for address, methods in document["paths"].items():
        for method, operation in methods.items():
            if method in METHODS:
                yield f"{method.upper()} {address}", operation


def faults(document: Json, schema: Json, value: Any) -> list[str]:
    whole = {"allOf": [schema], "components": document["components"]}
    checker = Draft202012Validator.FORMAT_CHECKER
    errors = Draft202012Validator(whole, format_checker=checker).iter_errors(value)
    return [f"{error.json_path}: {error.message[:200]}" for error in errors]


def shown(document: Json) -> Iterator[tuple[str, Json, Any]]:
    """Every example with its schema and where it stands."""
    for call, operation in operations(document):
        bodies = {"body": operation.get("requestBody", {}), **operation["responses"]}
        for place, stated in bodies.items():
            body = found(document, stated)
            for content in body.get("content", {}).values():
                where = f"{call} {place}"
                if "example" in content:
                    yield where, content["schema"], content["example"]
                for at, value in enumerate(found(document, content["schema"]).get("examples", ())):
                    yield f"{where} {at}", content["schema"], value
                for name, example in content.get("examples", {}).items():
                    value = found(document, example)["value"]
                    yield f"{where} {name}", content["schema"], value


def test_it_keeps_to_openapi_3_1(document: Json) -> None:
    assert document["openapi"].startswith("3.1")
    # As a client reads it: through JSON.
    OpenAPIV31SpecValidator(json.loads(json.dumps(document))).validate()


def test_the_committed_file_is_up_to_date(tmp_path: Path) -> None:
    """It has the games of this project; here one more is enrolled."""
    fresh = tmp_path / "tideapi.yaml"
    options = ["--validate", "--fail-on-warn", "--file", str(fresh)]
    environment = {**os.environ, "TIDE_RULESETS": ""}
    command = [sys.executable, "manage.py", "openapi", *options]
    subprocess.run(command, cwd=ROOT, env=environment, check=True)
    assert COMMITTED.read_text() == fresh.read_text(), "Run `make openapi` and commit the file."


def test_all_lists_have_one_envelope(document: Json) -> None:
    schemas = document["components"]["schemas"]
    lists = {name: one for name, one in schemas.items() if "results" in one.get("properties", ())}
    assert len(lists) > 15
    for name, one in lists.items():
        assert {"results", "next", "previous"} <= {*one["required"]}, name


def test_its_yaml_says_the_same_in_lines_of_at_most_160_characters(document: Json) -> None:
    written = YamlRenderer().render(document).decode()
    assert yaml.load(written, yaml.CSafeLoader) == json.loads(json.dumps(document))
    assert max(map(len, written.splitlines())) <= 160


def test_every_call_says_what_it_does(document: Json) -> None:
    for call, operation in operations(document):
        assert operation["summary"], call
        assert operation["description"], call
        assert len(operation["tags"]) == 1, call
    names = [operation["operationId"] for _, operation in operations(document)]
    assert len(names) == len(set(names)) > 20


def test_every_call_that_answers_with_a_body_shows_a_real_one(document: Json) -> None:
    for call, operation in operations(document):
        good = next(body for status, body in operation["responses"].items() if status < "300")
        if "content" in good and ZIP not in good["content"]:
            (shown,) = good["content"].values()
            assert "example" in shown or "examples" in shown, call
        if "requestBody" in operation:
            sent = operation["requestBody"]["content"]["application/json"]["schema"]
            assert "examples" in found(document, sent), call


def test_every_example_fits_its_schema(document: Json) -> None:
    found = {where: faults(document, schema, value) for where, schema, value in shown(document)}
    assert len(found) > 100
    assert {where: said for where, said in found.items() if said} == {}


def test_what_a_webhook_is_sent_is_stated_with_an_example(document: Json) -> None:
    message = document["webhooks"]["event"]["post"]
    content = message["requestBody"]["content"]["application/json"]
    for example in found(document, content["schema"])["examples"]:
        assert faults(document, content["schema"], example) == []
    signed = {one["name"] for one in message["parameters"] if one["in"] == "header"}
    assert signed == {"webhook-id", "webhook-timestamp", "webhook-signature"}


def test_every_example_that_was_recorded_is_used(document: Json) -> None:
    used = [value for _, _, value in shown(document)]
    assert [name for name, value in EXAMPLES.items() if value not in used] == []


def test_every_call_states_its_refusals_with_their_codes(document: Json) -> None:
    for call, operation in operations(document):
        for status, body in operation["responses"].items():
            if status < "400" or status == "503":
                continue
            stated = found(document, body)
            assert codes_in(stated), f"{call} {status}"
            for code in codes_in(stated):
                assert str(CODES[code].status) == status or status == "4XX", f"{call} {code}"
        if operation["security"] == [{"bearer": []}]:
            assert "401" in operation["responses"], call
        if "requestBody" in operation:
            assert {"400", "4XX"} <= operation["responses"].keys(), call
        if "{game}" in call or "{token}" in call or "{username}" in call:
            assert "404" in operation["responses"], call


def test_request_bodies_take_no_unknown_field(document: Json) -> None:
    bodies = [body["requestBody"] for _, body in operations(document) if "requestBody" in body]
    assert len(bodies) >= 6
    for body in bodies:
        schema = body["content"]["application/json"]["schema"]
        for part in objects(document, schema):
            assert part.get("additionalProperties") is False, part


def objects(document: Json, schema: Json) -> Iterator[Json]:
    """Every object schema that the schema can lead to, but those that a condition says exactly."""
    schema = found(document, schema)
    if "properties" in schema and "unevaluatedProperties" not in schema and not depends(schema):
        yield schema
    conditions = [
        inner
        for dependent in schema.get("dependentSchemas", {}).values()
        for inner in (
            case.get("then", {}) for case in dependent.get("allOf", [{"then": dependent}])
        )
    ]
    unions = (*schema.get("oneOf", ()), *schema.get("anyOf", ()))
    for inner in (*schema.get("properties", {}).values(), *unions, *conditions):
        yield from objects(document, inner)
    if "items" in schema:
        yield from objects(document, schema["items"])


def depends(schema: Json) -> bool:
    return schema.get("additionalProperties") is True and "dependentSchemas" in schema


def test_every_type_of_action_is_known_and_closed(document: Json) -> None:
    action = document["components"]["schemas"]["Action"]
    cases = action["dependentSchemas"]["type"]["allOf"]
    named = {case["if"]["properties"]["type"]["const"] for case in cases}
    assert named == set(action["properties"]["type"][KNOWN])
    for case in cases:
        form = found(document, case["then"])
        assert form["additionalProperties"] is False
        assert form["properties"].keys() <= action["properties"].keys()
        for tag, value in case["if"]["properties"].items():
            assert f"`{value['const']}`" in form["properties"][tag]["description"]


def test_no_example_shows_what_another_seat_has_sealed() -> None:
    receipts = list(sealed(EXAMPLES, None))
    assert len(receipts) >= 2
    assert [(owner, seat) for owner, seat in receipts if owner != seat] == []


def sealed(value: Any, owner: int | None) -> Iterator[tuple[int, int]]:
    """The seat of each receipt within, and whose eyes it is for."""
    if isinstance(value, list):
        for one in value:
            yield from sealed(one, owner)
    elif isinstance(value, dict):
        owner = value["seat"] if "legal_actions" in value else owner
        if "receipt" in value and owner is not None:
            yield owner, value["seat"]
        for inner in value.values():
            yield from sealed(inner, owner)


def test_an_action_that_no_ruleset_knows_is_read_and_not_sent(document: Json) -> None:
    """What is answered may be of a type of tomorrow; what is sent is refused by the server of today."""
    known, strange = {"type": "roll"}, {"type": "nosuchtype"}
    for action in (known, strange):
        assert faults(document, {"$ref": "#/components/schemas/Action"}, action) == []
    sent = {"$ref": "#/components/schemas/SubmissionRequest"}
    assert faults(document, sent, {"action": known}) == []
    assert faults(document, sent, {"action": strange}) != []


# -- answers of later versions

VALUES = {"const", "default", "enum", "example", "examples", "required", "mapping", KNOWN}
"""Keywords whose content is no schema."""


def schemas(part: Any, place: str) -> Iterator[tuple[str, Json]]:
    """Every schema in this part of the document with its place, without those of conditions."""
    if isinstance(part, list):
        for at, one in enumerate(part):
            yield from schemas(one, f"{place}/{at}")
    elif isinstance(part, dict):
        yield place, part
        for word, inner in part.items():
            if word not in {*VALUES, "dependentSchemas"}:
                yield from schemas(inner, f"{place}/{word}")


def test_every_property_says_what_it_means(document: Json) -> None:
    for name, schema in document["components"]["schemas"].items():
        for place, part in schemas(schema, name):
            for one in part.get("properties", {}).values():
                assert one.get("description") or found(document, one).get("description"), place


ALWAYS_SO = {"Problem/properties/status", "Reliability/properties/percent"}
"""An HTTP status and a percentage have limits that no version moves."""


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
