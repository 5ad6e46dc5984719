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


def names(document: Json, schema: str) -> Json:
    found: Json = document["components"]["schemas"][schema]["properties"]
    return found


PAGE: Json = {"name": "page", "in": "query", "schema": {}}
NULLABLE = {"type": ["string", "null"]}

BREAKS: dict[str, Change] = {
    "GET /games/{}: is gone": lambda d: d["paths"].clear(),
    "GET /games/{}: needs a token now": lambda d: call(d, "get").update(security=[{"bearer": []}]),
    "GET /games/{} status: is gone": lambda d: call(d, "get").update(parameters=[]),
    "GET /games/{} page: is required now": lambda d: call(d, "get")["parameters"].append(
        PAGE | {"required": True}
    ),
    "GET /games/{} 200: is gone": lambda d: call(d, "get")["responses"].pop("200"),
    "GET /games/{} 200 ETag: is gone": lambda d: call(d, "get")["responses"]["200"][
        "headers"
    ].clear(),
    "code game_over: is gone": lambda d: call(d, "get")["responses"].pop("409"),
    "GET /games/{} 200/status: is gone": lambda d: names(d, "Game").pop("status"),
    "GET /games/{} 200/seats: may be missing now": lambda d: schema(d, "Game").update(
        required=["id"]
    ),
    "GET /games/{} 200/id: may be null now": lambda d: names(d, "Game").update(id=NULLABLE),
    "GET /games/{} 200/seats/*: was integer, is string": lambda d: names(d, "Game")["seats"].update(
        items={"type": "string"}
    ),
    "GET /games/{} 200/last: type take is gone": lambda d: names(d, "Game")["last"]["anyOf"].pop(),
    "POST /games/{} body/start: is required now": lambda d: schema(d, "Wish").update(
        required=["action", "start"]
    ),
    "POST /games/{} body/note: is gone": lambda d: names(d, "Wish").pop("note"),
    "POST /games/{} body/start: takes no more host": lambda d: names(d, "Wish")["start"].update(
        enum=["full"]
    ),
    "POST /games/{} body/note: maxLength is 30 now": lambda d: names(d, "Wish")["note"].update(
        maxLength=30
    ),
    "POST /games/{} body/note: null is gone": lambda d: names(d, "Wish")["note"].update(
        type="string"
    ),
    "POST /games/{} body/action: type take is gone": lambda d: names(d, "Wish")["action"][
        "oneOf"
    ].pop(),
    "webhook event: is gone": lambda d: d["webhooks"].clear(),
}


@pytest.mark.parametrize("said", BREAKS)
def test_what_a_client_loses_is_named(said: str) -> None:
    assert said in after(BREAKS[said])


KEEPS: dict[str, Change] = {
    "nothing": lambda d: None,
    "a call more": lambda d: d["paths"].update({"/more": {"get": {"responses": {}}}}),
    "a parameter by the way": lambda d: call(d, "get")["parameters"].append(PAGE),
    "another name in the address": lambda d: d.update(
        paths={"/games/{game}": d["paths"]["/games/{id}"]}
    ),
    "a field more to send": lambda d: names(d, "Wish").update(more={"type": "string"}),
    "a status more to read": lambda d: names(d, "Game")["status"]["enum"].append("new"),
    "an event more to read": lambda d: names(d, "Game")["last"]["anyOf"].append(
        {"type": "object", "properties": {"type": {"const": "new"}}}
    ),
    "always there": lambda d: schema(d, "Game")["required"].append("status"),
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
    author = "-c user.name=ann -c user.email=ann@tide.example"
    for words in ("init -q", "add .", f"{author} commit -q --no-gpg-sign -m one"):
        subprocess.run(["git", *words.split()], cwd=tmp_path, check=True)
    return tmp_path


def test_the_document_is_compared_with_the_last_release(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def compare(tag: str) -> tuple[int, str]:
        subprocess.run(["git", "tag", tag], cwd=repository, check=True)
        return command.main(), capsys.readouterr().out

    code, said = compare("nightly")
    assert (code, "No release is tagged v* yet" in said) == (0, True)
    code, said = compare("v1.0.0")
    assert (code, "keeps all that v1.0.0 has promised" in said) == (0, True)
    document = released()
    del document["paths"]["/games/{id}"]["post"]
    (repository / command.DOCUMENT).write_text(yaml.safe_dump(document))
    code, said = compare("other")
    assert (code, "POST /games/{}: is gone\n" in said) == (1, True)
    assert "breaks what v1.0.0 has promised" in said
