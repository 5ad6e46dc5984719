"""The samples of each call: curl, Python and TypeScript send one request, which the document takes."""

import json
import os
import subprocess
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from typing import Any
from unittest.mock import patch
from urllib.request import Request

import pytest

from games.rulesets import registry
from tests import document
from tests.people import Person
from tests.thorough.verify.verifiers import node
from tideapi.reference.document import Operation, operations_by_name
from tideapi.reference.samples import VARIABLES, write_samples

CALLS = [call for call in operations_by_name().values() if write_samples(call)]
SERVER = "http://localhost:8000"
IN_PATH = "7"
"""The value of every parameter in a path."""
ENVIRONMENT = {"TOKEN": "tide_x", "PATH": os.environ["PATH"]} | {
    VARIABLES.get(one["name"], one["name"].upper()): IN_PATH
    for call in CALLS
    for one in call.parameters_in("path")
}
every_call = pytest.mark.parametrize("call", CALLS, ids=lambda call: call.name)


@dataclass(frozen=True)
class Sent:
    """One request, as a sample would send it."""

    method: str
    url: str
    headers: dict[str, str]
    body: Any


def curl_arguments() -> ArgumentParser:
    parser = ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("-X", default="GET")
    parser.add_argument("-H", action="append", default=[])
    parser.add_argument("-d")
    parser.add_argument("-N", action="store_true")
    parser.add_argument("--output")
    return parser


@cache
def sent_by_curl() -> dict[str, Sent]:
    """What a shell gives curl for each call: after each argument a zero, after each call one more."""
    script = "curl() { printf '%s\\0' \"$@\"; printf '\\0'; }\n"
    script += "\n".join(write_samples(call)["curl"] for call in CALLS)
    ran = subprocess.run(
        ["sh", "-eu", "-c", script], env=ENVIRONMENT, check=True, capture_output=True, text=True
    )
    found = {}
    commands = ran.stdout.removesuffix("\0\0").split("\0\0")
    for call, command in zip(CALLS, commands, strict=True):
        said = curl_arguments().parse_args(command.split("\0"))
        headers = dict(one.split(": ", 1) for one in said.H)
        found[call.name] = Sent(said.X, said.url, lowered(headers), read(said.d))
    return found


@cache
def sent_by_typescript() -> dict[str, Sent]:
    """What each sample gives to `fetch`. They use no syntax that is TypeScript's alone, so Node runs them."""
    parts = [
        f"await (async () => {{\n{write_samples(call)['typescript']}\n}})();" for call in CALLS
    ]
    script = f"""
const sent = [];
globalThis.fetch = async (url, options) => {{ sent.push([url, options]); return new Response("{{}}"); }};
{chr(10).join(parts)}
process.stderr.write(JSON.stringify(sent));
"""
    ran = subprocess.run(
        [node(), "--input-type=module", "-"],
        input=script,
        env=ENVIRONMENT,
        check=True,
        capture_output=True,
        text=True,
    )
    return {
        call.name: Sent(
            options["method"], url, lowered(options.get("headers", {})), read(options.get("body"))
        )
        for call, (url, options) in zip(CALLS, json.loads(ran.stderr), strict=True)
    }


def sent_by_python(call: Operation) -> Sent:
    found = list[Request]()

    @contextmanager
    def urlopen(request: Request) -> Iterator[BytesIO]:
        found.append(request)
        yield BytesIO()

    with patch("urllib.request.urlopen", urlopen), patch.dict(os.environ, ENVIRONMENT):
        exec(write_samples(call)["python"], {})
    (request,) = found
    body: Any = request.data
    return Sent(
        request.get_method(), request.full_url, lowered(dict(request.header_items())), read(body)
    )


def lowered(headers: dict[str, str]) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}


def read(body: str | bytes | None) -> Any:
    return None if body is None else json.loads(body)


@every_call
def test_all_languages_send_the_request_that_the_document_has(call: Operation) -> None:
    sent = sent_by_curl()[call.name]
    assert sent_by_python(call) == sent
    assert sent_by_typescript()[call.name] == sent
    path = call.path
    for one in call.parameters_in("path"):
        path = path.replace(f"{{{one['name']}}}", IN_PATH)
    assert (sent.method, sent.url) == (call.method, f"{SERVER}{path}")
    assert (sent.headers.get("authorization") == "Bearer tide_x") == bool(call.scopes)
    assert ("content-type" in sent.headers) == (sent.body is not None) == bool(call.body)


@pytest.mark.parametrize(
    "call", [call for call in CALLS if call.bodies], ids=lambda call: call.name
)
def test_each_body_to_send_fits_its_schema(call: Operation) -> None:
    """`bodies` are the examples of the document, and `body` is their schema."""
    assert call.body
    for shown, body in call.bodies.items():
        document.fits(call.body, body, f"{call.name} {shown}")


def test_there_is_a_body_for_each_kind_of_action_and_for_the_orders_of_each_game() -> None:
    actions, orders = (
        operations_by_name()["submit_answer"].bodies,
        operations_by_name()["set_standing_order"].bodies,
    )
    for rules in registry.RULESETS.values():
        for kind in rules.schemas.actions:
            body = actions[f"{rules.name}: {kind}"]
            assert rules.write_action(rules.read_action(body["action"])) == body["action"]
        assert (rules.name in orders) == bool(rules.orders)


def test_each_game_can_be_opened_as_it_is_shown(ann: Person) -> None:
    shown = operations_by_name()["create_game"].bodies
    assert [*shown] == ["Turn the Tide", "High Tide"]
    for body in shown.values():
        assert ann.call("POST", "/games", body).status == 201
