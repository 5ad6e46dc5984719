"""Data with which the reference sends a call: its parameters, its body, and whether it ends something."""

import json
from typing import Any

from players.table.tokens import SCOPES
from tideapi.reference.document import Operation
from tideapi.reference.json_text import format_json

SESSION_SCOPES = frozenset(SCOPES.split())
"""The scopes of the token that a browser's session gives to pages of this server."""
ENDS = {
    "advance_clock": "It moves the time of the game, and nothing moves it back.",
    "advance_my_clock": "It moves the time of all that is yours, and nothing moves it back.",
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
        "ends": _what_it_ends(call),
    }
    return json.dumps({name: value for name, value in parts.items() if value})


def _what_it_ends(call: Operation) -> str:
    """Return what is asked about before the call is sent; empty where nothing is lost by it."""
    if call.method == "DELETE":
        return f"{call.summary}?"
    return ENDS.get(call.name, "")
