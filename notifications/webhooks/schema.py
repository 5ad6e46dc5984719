"""The message that a webhook is sent, as a JSON Schema."""

from typing import Any

from common.rest.schemas import (
    Schema,
    open_object,
    reference_schema,
    string,
    with_properties,
)


def add_webhook_message(result: Schema, **context: Any) -> Schema:
    """drf-spectacular's hook: add the section `webhooks`, and the schema of a message."""
    schemas = result["components"]["schemas"]
    schemas["WebhookMessage"] = _message_schema(schemas["FeedEvent"])
    result["webhooks"] = _webhook_message()
    return result


def _message_schema(event: Schema) -> Schema:
    """Return the schema of an event or a ping, which has no number."""
    fields = {name: one for name, one in event["properties"].items() if name != "text"}
    number = {"type": ["integer", "null"], "minimum": 1}
    words = {
        **fields["number"],
        **number,
        "description": "Number in the caller's feed; null for a ping.",
    }
    kind = string("Type of the event, or `ping`.")
    ping = {
        "if": with_properties({"type": string(const="ping")}),
        "then": with_properties({"data": reference_schema("PingData")}),
        "else": reference_schema("FeedEvent"),
    }
    return {
        **open_object({**fields, "number": words, "type": kind}),
        "description": "A message to a webhook: an event as in `GET /me/events`, or a ping.",
        "dependentSchemas": {"type": ping},
    }


_HEADERS = {
    "webhook-id": string("Id of the message: the same when it is sent again."),
    "webhook-timestamp": string(
        "When the attempt was made, in seconds since 1970.", pattern="^[0-9]+$"
    ),
    "webhook-signature": string(
        "`v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`; for a day after the secret was "
        "changed two of them, with a space between."
    ),
}
_RESPONSES = {
    "2XX": {"description": "The message has arrived."},
    "410": {"description": "Send nothing here again: the server disables the webhook."},
    "default": {"description": "The server sends the message again later."},
}


def _webhook_message() -> Schema:
    """A message to a webhook, as the section `webhooks` of the document has it."""
    content = {"schema": reference_schema("WebhookMessage")}
    post = {
        # openapi-generator would make a call of it, and in Python one that does not compile.
        "x-internal": True,
        "operationId": "receive_event",
        "tags": ["deliveries"],
        "summary": "An event of my feed",
        "description": (
            "The body is an event byte for byte as in `GET /me/events`, or a ping. Check the "
            "signature (Standard Webhooks) before reading it, and respond with a status from 200 to "
            "299 within 10 seconds. Every other response, redirects included, is a failure; the "
            "server then sends the message again for about a day, with growing intervals. Messages "
            "may come twice or out of order: use `webhook-id` and `number`."
        ),
        "parameters": [
            {
                "name": name,
                "in": "header",
                "required": True,
                "description": schema["description"],
                "schema": {key: word for key, word in schema.items() if key != "description"},
            }
            for name, schema in _HEADERS.items()
        ],
        "requestBody": {"required": True, "content": {"application/json": content}},
        "responses": _RESPONSES,
        "security": [],
    }
    return {"event": {"post": post}}
