"""Which changes of the document break what a release has promised, by small documents."""

from typing import Any

import pytest
import yaml

from tools.promise.operations import broken

Json = dict[str, Any]

RELEASED = """
paths:
  /games/{id}:
    get:
      parameters: [{name: status, in: query, schema: {type: string}}]
      security: [{}, {bearer: []}]
      responses:
        "200":
          headers: {ETag: {}}
          content: {application/json: {schema: {$ref: "#/components/schemas/Game"}}}
        "409":
          content:
            application/problem+json:
              example: {type: "urn:x", title: Over, status: 409, code: game_over, detail: Over.}
    post: &post
      requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Wish"}}}}
      responses: {"201": {}}
webhooks: {event: {post: *post}}
components:
  schemas:
    Roll: {type: object, properties: {type: {const: roll}}, required: [type]}
    Take:
      type: object
      properties: {type: {const: take}, space: {type: integer, maximum: 7}}
      required: [type, space]
    Wish:
      type: object
      properties:
        action: {oneOf: [{$ref: "#/components/schemas/Roll"}, {$ref: "#/components/schemas/Take"}]}
        start: {type: string, enum: [full, host]}
        note: {type: [string, "null"], maxLength: 40}
      required: [action]
      additionalProperties: false
    Game: &game
      type: object
      properties:
        id: {type: string}
        status: {type: string, enum: [open, over]}
        ended_at: {anyOf: [{type: string}, {type: "null"}]}
        last: {anyOf: [{$ref: "#/components/schemas/Roll"}, {$ref: "#/components/schemas/Take"}]}
        seats: {type: array, items: {type: integer}}
      required: [id, seats]
    Table: *game
"""
"""A document with calls that send and read a little of everything."""
ROOTS = {
    "get": ["paths", "/games/{id}", "get"],
    "Game": ["components", "schemas", "Game"],
    "Wish": ["components", "schemas", "Wish"],
}


def released() -> Json:
    document: Json = yaml.safe_load(RELEASED)
    return document


def find_broken(place: str, value: Any) -> list[str]:
    """Return what breaks when this stands at this place of the document, or when the place is GONE."""
    document = part = released()
    root, *names = place.split()
    *above, last = [*ROOTS.get(root, [root]), *names]
    for name in above:
        part = part[name]
    part[last] = value
    if value is GONE:
        del part[last]
    return broken(released(), document)


GONE = object()
STATUS: Json = {"name": "status", "in": "query", "schema": {}}
PAGE = STATUS | {"name": "page"}
ROLL, TAKE = {"$ref": "#/components/schemas/Roll"}, {"$ref": "#/components/schemas/Take"}
NEW = {"type": "object", "properties": {"type": {"const": "new"}}}
CONTENT = "get responses 200 content application/json schema"


@pytest.mark.parametrize(
    ("said", "place", "value"),
    [
        ("GET /games/{}: is gone", "paths", {}),
        ("GET /games/{}: needs a token now", "get security", [{"bearer": []}]),
        ("GET /games/{} status: is gone", "get parameters", []),
        (
            "GET /games/{} page: is required now",
            "get parameters",
            [STATUS, PAGE | {"required": True}],
        ),
        ("GET /games/{} 200: is gone", "get responses 200", GONE),
        ("GET /games/{} 200 ETag: is gone", "get responses 200 headers", {}),
        ("code game_over: is gone", "get responses 409", GONE),
        ("GET /games/{} 200/status: is gone", "Game properties status", GONE),
        ("GET /games/{} 200/seats: may be missing now", "Game required", ["id"]),
        ("GET /games/{} 200/id: may be null now", "Game properties id type", ["string", "null"]),
        (
            "GET /games/{} 200/seats/*: was integer, is string",
            "Game properties seats items type",
            "string",
        ),
        ("GET /games/{} 200/last: type take is gone", "Game properties last anyOf", [ROLL]),
        ("POST /games/{} body/start: is required now", "Wish required", ["action", "start"]),
        ("POST /games/{} body/note: is gone", "Wish properties note", GONE),
        ("POST /games/{} body/start: takes no more host", "Wish properties start enum", ["full"]),
        ("POST /games/{} body/note: maxLength is 30 now", "Wish properties note maxLength", 30),
        ("POST /games/{} body/note: null is gone", "Wish properties note type", "string"),
        ("POST /games/{} body/action: type take is gone", "Wish properties action oneOf", [ROLL]),
        ("webhook event: is gone", "webhooks", {}),
    ],
)
def test_what_a_client_loses_is_named(said: str, place: str, value: Any) -> None:
    assert said in find_broken(place, value)


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("nothing", {}),
        # More calls and parameters, and another name in the address.
        ("paths /more", {"get": {"responses": {}}}),
        ("get parameters", [STATUS, PAGE]),
        ("paths", {"/games/{game}": released()["paths"]["/games/{id}"]}),
        # More to send, and more to read.
        ("Wish properties more", {"type": "string"}),
        ("Game properties status enum", ["open", "over", "new"]),
        ("Game properties last anyOf", [ROLL, TAKE, NEW]),
        ("Game required", ["id", "seats", "status"]),
        # Another name of a schema.
        (CONTENT, {"$ref": "#/components/schemas/Table"}),
    ],
    ids=str,
)
def test_what_a_client_bears_is_no_fault(place: str, value: Any) -> None:
    assert find_broken(place, value) == []
