"""The bodies of the calls about webhooks, and the message that a webhook is sent, as JSON Schemas."""

from typing import Any

from games.api.parts import PLAYERS
from players.models import Delivery, Webhook
from players.webhooks.addresses import LONGEST
from players.webhooks.post import Error
from tideapi.rest.schemas import (
    BOOLEAN,
    Schema,
    array,
    closed,
    integer,
    nullable,
    page,
    ref,
    string,
    text,
    time,
)

URL = {
    **text(
        "Where to: https, on the public Internet, with the usual port or one above 1023.",
        LONGEST,
        1,
    ),
    "format": "uri",
}
NOTE = text("In the player's own words.", 100)
SECRET = string("`whsec_` and base64: what messages are signed with. It is shown this once.")
MOMENT_OR_NONE = {"type": ["string", "null"], "format": "date-time"}
WHY = string(
    "By the player; because a message was given up and nothing else had arrived since its first "
    "attempt; because the receiver answered 410; or because the password was changed, or the account shut, "
    "after it was enabled.",
    enum=list(Webhook.Why.values),
)

DISABLED = closed(
    {
        "number": integer("Its place in this feed.", minimum=1),
        "game": {"type": "null"},
        "event": {"type": "null"},
        "type": {"const": "webhook_disabled"},
        "at": time(),
        "data": closed({"webhook": string("Its id."), "url": string(), "why": WHY}),
        "players": PLAYERS,
        "hash": {"type": "null"},
    }
)
"""The event in a player's feed that says that a webhook of hers was disabled."""

_PING = closed(
    {
        "number": {"type": "null"},
        "game": {"type": "null"},
        "event": {"type": "null"},
        "type": {"const": "ping"},
        "at": time(),
        "data": closed({"webhook": string("Its id.")}),
        "players": PLAYERS,
        "hash": {"type": "null"},
    }
)

_WEBHOOK: Schema = {
    "id": string(),
    "url": string(),
    "note": string(),
    "events": array(string(), description="Types of events that are sent; none for all."),
    "enabled": BOOLEAN,
    "disabled": nullable(closed({"at": time(), "why": WHY})),
    "after": integer("Sent is what has a higher number in `GET /me/events`.", minimum=0),
    "failing_since": {
        **MOMENT_OR_NONE,
        "description": "The first attempt that failed after the last one that did not.",
    },
    "old_secret_until": {
        **MOMENT_OR_NONE,
        "description": "Until then messages are signed with the secret before, too.",
    },
    "created_at": time(),
}

_DELIVERY = closed(
    {
        "id": string("The `webhook-id` with which it is sent, the same each time."),
        "number": {
            "type": ["integer", "null"],
            "minimum": 1,
            "description": "The event's number in `GET /me/events`; null for a ping.",
        },
        "type": string("Type of the event, or `ping`."),
        "state": string(enum=list(Delivery.State.values)),
        "created_at": time(),
        "next_at": {**MOMENT_OR_NONE, "description": "When it is tried (again), while it waits."},
        "attempts": array(
            closed(
                {
                    "at": time(),
                    "status": {"type": ["integer", "null"], "description": "As answered."},
                    "error": {
                        "enum": [*Error, None],
                        "description": "Why it was not delivered, null if it was.",
                    },
                    "milliseconds": integer(minimum=0),
                }
            ),
            description="Oldest first.",
        ),
    }
)

STATE = string("Only those in this state.", enum=list(Delivery.State.values))


def schemas(events: Schema) -> Schema:
    """All schemas by name. `events` has the schema of every type of event, and `Event` for any of them."""
    wanted = array(
        string(enum=types(events)),
        maxItems=100,
        description="Types of events that are sent; none for all.",
    )
    change = {"url": URL, "note": NOTE, "events": wanted, "enabled": BOOLEAN}
    return {
        "NewWebhook": closed(
            {"url": URL, "note": NOTE, "events": wanted}, optional=["note", "events"]
        ),
        "WebhookChange": closed(change, optional=change),
        "Webhook": closed(_WEBHOOK),
        "WebhookPage": page(ref("Webhook")),
        "IssuedWebhook": closed({**_WEBHOOK, "secret": SECRET}),
        "Delivery": _DELIVERY,
        "DeliveryPage": page(ref("Delivery")),
        "Ping": _PING,
    }


def types(events: Schema) -> list[str]:
    """All types of event."""
    names = [one["$ref"].rpartition("/")[2] for one in events["Event"]["anyOf"]]
    return sorted({events[name]["properties"]["type"]["const"] for name in names})


_HEADERS = {
    "webhook-id": string("Id of the message: the same when it is sent again."),
    "webhook-timestamp": string("When it was sent, in seconds since 1970.", pattern="^[0-9]+$"),
    "webhook-signature": string(
        "`v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`; for a day after the secret was "
        "changed two of them, with a space between."
    ),
}
_RESPONSES = {
    "2XX": {"description": "It has arrived."},
    "410": {"description": "Never send anything here again: the webhook is disabled."},
    "default": {"description": "Send it again later."},
}


def message(example: Any) -> dict[str, Any]:
    """A message to a webhook, as the section `webhooks` of the document has it."""
    content = {"schema": {"anyOf": [ref("Event"), ref("Ping")]}, "example": example}
    post = {
        "operationId": "receive_event",
        "tags": ["webhooks"],
        "summary": "An event of my feed",
        "description": (
            "The body is an event byte for byte as in `GET /me/events`, or a ping. Check the "
            "signature (Standard Webhooks) before reading it, and answer with any status from 200 "
            "to 299 within 10 seconds. Every other answer, redirects included, is a failure, and "
            "the message is sent again, ever more rarely, for about a day. A message may come "
            "twice and need not come in order: go by `webhook-id` and `number`."
        ),
        "parameters": [
            {"name": name, "in": "header", "required": True, "schema": schema}
            for name, schema in _HEADERS.items()
        ],
        "requestBody": {"required": True, "content": {"application/json": content}},
        "responses": _RESPONSES,
        "security": [],
    }
    return {"event": {"post": post}}
