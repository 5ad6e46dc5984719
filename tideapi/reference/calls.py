"""One call as the reference shows it: samples, parameters, body, answers, problems, and how it is sent."""

import json
from collections.abc import Iterator
from typing import Any

from common.rest.json_codec import Json
from players.page_session import SCOPES
from tideapi.reference.document import Operation, resolve_reference
from tideapi.reference.fields import field_rows, kinds_of
from tideapi.reference.samples import format_json, write_samples

SESSION_SCOPES = frozenset(SCOPES.split())
"""The scopes of the token that a browser's session gives to pages of this server."""
ENDS = {
    "forward_clock": "It moves the time of the game, and nothing moves it back.",
    "forward_my_clock": "It moves the time of all that is yours, and nothing moves it back.",
    "cancel_game": "It ends the game for all seats.",
    "leave_game": "It gives up your seat.",
    "resign_game": "It gives up your seat for good.",
    "decline_seat": "It gives up the seat that is offered.",
    "renew_receiver_secret": "It replaces the secret of the webhook.",
}
"""What calls end whose method does not say so already."""


def describe_sending(call: Operation) -> str:
    """Return the parts of a call as JSON, for the script that sends it; empty for what is no call."""
    if not call.path:
        return ""
    body = next(iter(call.bodies.values()), None)
    parts: dict[str, Any] = {
        "method": call.method,
        "path": call.path,
        "kind": call.answer_kind,
        "token": "none" if not call.scopes else "optional" if call.is_optional_token else "needed",
        "lacks": sorted({*call.scopes} - SESSION_SCOPES),
        "query": [
            [one["name"], one["schema"].get("type") == "array", bool(one.get("required"))]
            for one in call.parameters_in("query")
        ],
        "headers": [one["name"] for one in call.parameters_in("header")],
        "body": None if body is None else format_json(body),
        # What is asked about before the call is sent; empty where nothing is lost by it.
        "ends": f"{call.summary}?" if call.method == "DELETE" else ENDS.get(call.name, ""),
    }
    return json.dumps({name: value for name, value in parts.items() if value})


def call_entry(call: Operation) -> Json:
    """Return one call, as the template of its tag shows it."""
    body = resolve_reference(call.body)
    kinds = kinds_of(body)
    for field in body.get("properties", {}).values():
        kinds += kinds_of(resolve_reference(field))
    return {
        "call": call,
        "samples": write_samples(call),
        "sending": describe_sending(call),
        "parameters": [*field_rows(_parameter_fields(call), call.name)],
        "headers": [one["name"] for one in call.parameters_in("header")],
        "body": [*field_rows(body, f"{call.name}.body", inline=True)],
        "body_kinds": list(dict.fromkeys(kinds)),
        "bodies": call.bodies,
        "answers": [*_answer_entries(call)],
        "problems": call.own_problems,
    }


def _parameter_fields(call: Operation) -> Json:
    """Return the parameters of address and query as the fields of an object."""
    stated = call.parameters_in("path", "query")
    return {
        "properties": {
            one["name"]: {**one["schema"], "description": one.get("description", "")}
            for one in stated
        },
        "required": [one["name"] for one in stated if one.get("required")],
    }


def _answer_entries(call: Operation) -> Iterator[Json]:
    """Yield each answer; `schema` is the name of what its body is, empty where there is none."""
    for status, answer in call.answers.items():
        media: Json = next(iter(answer.get("content", {}).values()), {})
        name = media.get("schema", {}).get("$ref", "").rpartition("/")[2]
        shown = resolve_reference(media["schema"]) if name else {}
        examples = [resolve_reference(one)["value"] for one in media.get("examples", {}).values()]
        yield {
            "status": status,
            "description": answer["description"],
            "schema": name,
            "fields": [*field_rows(shown, f"{call.name}.{status}")],
            "example": next(iter(examples), media.get("example")),
        }
