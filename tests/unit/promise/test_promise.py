"""Which changes of the document break what a release has promised, by small documents."""

import subprocess
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml

from tools.promise import __main__ as command
from tools.promise.operations import broken

Json = dict[str, Any]
Change = Callable[[Json], object]

PROBLEM = {"type": "urn:x", "title": "Over", "status": 409, "code": "game_over", "detail": "Over."}
ROLL: Json = {"type": "object", "properties": {"type": {"const": "roll"}}, "required": ["type"]}
TAKE = {
    "type": "object",
    "properties": {"type": {"const": "take"}, "space": {"type": "integer", "maximum": 7}},
    "required": ["type", "space"],
}


def released() -> Json:
    """A document with one call that sends and reads a little of everything."""
    wish = {
        "type": "object",
        "properties": {
            "action": {"oneOf": [{"$ref": "#/components/schemas/Roll"}, TAKE]},
            "start": {"type": "string", "enum": ["full", "host"]},
            "note": {"type": ["string", "null"], "maxLength": 40},
        },
        "required": ["action"],
        "additionalProperties": False,
    }
    game = {
        "type": "object",
        "properties": {
            "id": {"type": "string"},
            "status": {"type": "string", "enum": ["open", "over"]},
            "ended_at": {"anyOf": [{"type": "string"}, {"type": "null"}]},
            "last": {"anyOf": [{"$ref": "#/components/schemas/Roll"}, TAKE]},
            "seats": {"type": "array", "items": {"type": "integer"}},
        },
        "required": ["id", "seats"],
    }
    query = {"name": "status", "in": "query", "schema": {"type": "string"}}
    games = {
        "get": {
            "parameters": [query],
            "security": [{}, {"bearer": []}],
            "responses": {
                "200": {
                    "headers": {"ETag": {}},
                    "content": {
                        "application/json": {"schema": {"$ref": "#/components/schemas/Game"}}
                    },
                },
                "409": {"content": {"application/problem+json": {"example": PROBLEM}}},
            },
        },
        "post": {
            "requestBody": {
                "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Wish"}}}
            },
            "responses": {"201": {}},
        },
    }
    return {
        "paths": {"/games/{id}": games},
        "components": {"schemas": {"Wish": wish, "Game": game, "Roll": ROLL}},
        "webhooks": {"event": {"post": deepcopy(games["post"])}},
    }


def schema(document: Json, name: str) -> Json:
    found: Json = document["components"]["schemas"][name]
    return found


def call(document: Json, method: str) -> Json:
    found: Json = document["paths"]["/games/{id}"][method]
    return found


def after(change: Change) -> list[str]:
    document = deepcopy(released())
    change(document)
    return broken(released(), document)


BREAKS: list[tuple[Change, str]] = [
    (lambda d: d["paths"].clear(), "GET /games/{}: is gone"),
    (lambda d: d["paths"]["/games/{id}"].pop("post"), "POST /games/{}: is gone"),
    (
        lambda d: call(d, "get").update(security=[{"bearer": []}]),
        "GET /games/{}: needs a token now",
    ),
    (lambda d: call(d, "get").update(parameters=[]), "GET /games/{} status: is gone"),
    (
        lambda d: call(d, "get")["parameters"][0].update(required=True),
        "GET /games/{} status: is required now",
    ),
    (
        lambda d: call(d, "get")["parameters"].append(
            {"name": "page", "in": "query", "required": True, "schema": {}}
        ),
        "GET /games/{} page: is required now",
    ),
    (
        lambda d: call(d, "get")["parameters"][0]["schema"].update(enum=["open"]),
        "GET /games/{} status: takes no more others",
    ),
    (lambda d: call(d, "get")["responses"].pop("200"), "GET /games/{} 200: is gone"),
    (
        lambda d: call(d, "get")["responses"]["200"]["headers"].clear(),
        "GET /games/{} 200 ETag: is gone",
    ),
    (lambda d: call(d, "get")["responses"].pop("409"), "code game_over: is gone"),
    (lambda d: schema(d, "Game")["properties"].pop("status"), "GET /games/{} 200/status: is gone"),
    (
        lambda d: schema(d, "Game").update(required=["id"]),
        "GET /games/{} 200/seats: may be missing now",
    ),
    (
        lambda d: schema(d, "Game")["properties"].update(id={"type": ["string", "null"]}),
        "GET /games/{} 200/id: may be null now",
    ),
    (
        lambda d: schema(d, "Game")["properties"]["seats"].update(items={"type": "string"}),
        "GET /games/{} 200/seats/*: was integer, is string",
    ),
    (
        lambda d: schema(d, "Game")["properties"]["last"]["anyOf"].pop(),
        "GET /games/{} 200/last: type take is gone",
    ),
    (
        lambda d: schema(d, "Wish").update(required=["action", "start"]),
        "POST /games/{} body/start: is required now",
    ),
    (lambda d: schema(d, "Wish")["properties"].pop("note"), "POST /games/{} body/note: is gone"),
    (
        lambda d: schema(d, "Wish")["properties"]["start"].update(enum=["full"]),
        "POST /games/{} body/start: takes no more host",
    ),
    (
        lambda d: schema(d, "Wish")["properties"]["note"].update(maxLength=30),
        "POST /games/{} body/note: maxLength is 30 now",
    ),
    (
        lambda d: schema(d, "Wish")["properties"]["note"].update(pattern="^a"),
        "POST /games/{} body/note: pattern is ^a now",
    ),
    (
        lambda d: schema(d, "Wish")["properties"]["note"].update(type="string"),
        "POST /games/{} body/note: null is gone",
    ),
    (
        lambda d: schema(d, "Wish")["properties"]["action"]["oneOf"].pop(),
        "POST /games/{} body/action: type take is gone",
    ),
    (
        lambda d: schema(d, "Roll").update(
            required=["type", "dice"], properties={**ROLL["properties"], "dice": {}}
        ),
        "POST /games/{} body/action/dice: is required now",
    ),
    (lambda d: d["webhooks"].clear(), "webhook event: is gone"),
]


@pytest.mark.parametrize(("change", "said"), BREAKS, ids=[said for _, said in BREAKS])
def test_what_a_client_loses_is_named(change: Change, said: str) -> None:
    assert said in after(change)


KEEPS: dict[str, Change] = {
    "nothing": lambda d: None,
    "a call more": lambda d: d["paths"].update({"/more": {"get": {"responses": {}}}}),
    "a parameter by the way": lambda d: call(d, "get")["parameters"].append(
        {"name": "page", "in": "query", "schema": {}}
    ),
    "another name in the address": lambda d: d.update(
        paths={"/games/{game}": d["paths"]["/games/{id}"]}
    ),
    "a field more to send": lambda d: schema(d, "Wish")["properties"].update(
        more={"type": "string"}
    ),
    "a value more to send": lambda d: schema(d, "Wish")["properties"]["start"]["enum"].append(
        "now"
    ),
    "a longer note": lambda d: schema(d, "Wish")["properties"]["note"].update(maxLength=80),
    "a field more to read": lambda d: schema(d, "Game")["properties"].update(
        more={"type": "string"}
    ),
    "a status more to read": lambda d: schema(d, "Game")["properties"]["status"]["enum"].append(
        "new"
    ),
    "an event more to read": lambda d: schema(d, "Game")["properties"]["last"]["anyOf"].append(
        {"type": "object", "properties": {"type": {"const": "new"}}}
    ),
    "always there": lambda d: schema(d, "Game")["required"].append("status"),
    "never null": lambda d: schema(d, "Game")["properties"].update(ended_at={"type": "string"}),
    "another name of a schema": lambda d: (
        d["components"]["schemas"].update(Table=schema(d, "Game")),
        call(d, "get")["responses"]["200"]["content"]["application/json"].update(
            schema={"$ref": "#/components/schemas/Table"}
        ),
    ),
}


@pytest.mark.parametrize("change", KEEPS.values(), ids=KEEPS)
def test_what_a_client_bears_is_no_fault(change: Change) -> None:
    assert after(change) == []


# -- the command


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with the document of `released` in its one commit, which has no tag."""
    file = tmp_path / command.DOCUMENT
    file.parent.mkdir()
    file.write_text(yaml.safe_dump(released()))
    monkeypatch.setattr(command, "ROOT", tmp_path)
    monkeypatch.setattr("sys.argv", ["promise"])
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    author = ("-c", "user.name=ann", "-c", "user.email=ann@tide.example")
    git(tmp_path, *author, "commit", "--quiet", "--no-gpg-sign", "--message", "A document")
    return tmp_path


def git(repository: Path, *words: str) -> None:
    subprocess.run(["git", *words], cwd=repository, check=True)


def test_without_a_release_there_is_nothing_to_compare_with_and_that_is_said(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    git(repository, "tag", "nightly")
    assert command.main() == 0
    assert "No release is tagged v* yet" in capsys.readouterr().out


def test_the_document_is_compared_with_the_last_release(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    git(repository, "tag", "v1.0.0")
    assert command.main() == 0
    assert "keeps all that v1.0.0 has promised" in capsys.readouterr().out
    document = released()
    del document["paths"]["/games/{id}"]["post"]
    (repository / command.DOCUMENT).write_text(yaml.safe_dump(document))
    assert command.main() == 1
    said = capsys.readouterr().out
    assert "POST /games/{}: is gone\n" in said
    assert "breaks what v1.0.0 has promised" in said
