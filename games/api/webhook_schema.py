"""The bodies of the calls about webhooks, and the message that a webhook is sent, as JSON Schemas."""

from typing import Any

from players.models import Delivery, Webhook
from players.webhooks.addresses import LONGEST
from players.webhooks.post import Error
from tideapi.rest.schemas import (
    KNOWN,
    Schema,
    answer,
    array,
    boolean,
    choice,
    closed,
    having,
    integer,
    known,
    known_or_null,
    nullable,
    page,
    ref,
    string,
    text,
    time,
    time_or_null,
    titled,
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
WHY = known(
    "By the player; because nothing had arrived for about a day, whatever was tried; because the receiver "
    "answered 410; or because, after it was enabled, the password was changed, the account shut, or the app "
    "ended that had set it up.",
    Webhook.Why.values,
)
ENABLED = boolean("Whether anything is sent to it.")

DISABLED = answer(
    {
        "webhook": string("Id of the webhook."),
        "url": string("Where it pointed."),
        "why": WHY,
    }
)
"""The data of the event in a player's feed that says that a webhook of hers was disabled."""

RECEIVER_DISABLED = answer(
    {
        "receiver": string("Id of the receiver."),
        "channel": string("Its channel."),
        "why": WHY,
    }
)
"""The same of a receiver of what she is told (`notifications`)."""

_WEBHOOK: Schema = {
    "id": string("Id of the webhook."),
    "url": string("Where events are sent."),
    "note": string("In the player's own words."),
    "events": array(string(), "Types of events that are sent; none for all."),
    "enabled": ENABLED,
    "disabled": nullable(
        titled(
            "WhyDisabled",
            answer({"at": time("When it was disabled."), "why": WHY}),
            "Why nothing is sent to a webhook.",
        ),
        "When and why it was disabled; null while it is enabled.",
    ),
    "after": integer("Sent is what has a higher number in `GET /me/events`.", minimum=0),
    "failing_since": time_or_null("The first attempt that failed after the last one that did not."),
    "old_secret_until": time_or_null("Until then messages are signed with the secret before, too."),
    "created_at": time("When it was made."),
}

_ATTEMPT = titled(
    "DeliveryAttempt",
    answer(
        {
            "at": time("When it was sent."),
            "status": {
                "type": ["integer", "null"],
                "description": "The status that was answered; null if there was no answer.",
            },
            "error": known_or_null("Why it was not delivered, null if it was.", Error),
            "milliseconds": integer("How long it took.", minimum=0),
        }
    ),
    "One attempt to deliver a message.",
)
_DELIVERY = answer(
    {
        "id": string("The `webhook-id` with which it is sent, the same each time."),
        "number": {
            "type": ["integer", "null"],
            "minimum": 1,
            "description": "The event's number in `GET /me/events`; null for a ping.",
        },
        "type": string("Type of the event, or `ping`."),
        "state": known("What has become of it.", Delivery.State.values),
        "created_at": time("When it was first due."),
        "next_at": time_or_null("When it is tried (again) at the earliest, while it waits."),
        "attempts": array(_ATTEMPT, "Oldest first."),
    }
)

STATE = choice("Only those in this state.", Delivery.State.values)


def schemas(event: Schema) -> dict[str, Schema]:
    """All schemas by name. `event` is the schema of any event in a feed."""
    kinds = event["properties"]["type"][KNOWN]
    wanted = array(
        titled("EventType", choice("A type of event.", kinds)),
        "Types of events that are sent; none for all.",
        maxItems=100,
    )
    change = {"url": URL, "note": NOTE, "events": wanted, "enabled": ENABLED}
    return {
        "WebhookRequest": closed(
            {"url": URL, "note": NOTE, "events": wanted}, optional=["note", "events"]
        ),
        "WebhookChange": closed(change, optional=change),
        "Webhook": answer(_WEBHOOK),
        "WebhookPage": page(ref("Webhook")),
        "IssuedWebhook": answer({**_WEBHOOK, "secret": SECRET}),
        "Delivery": _DELIVERY,
        "DeliveryPage": page(ref("Delivery")),
        "PingData": answer({"webhook": string("Id of the webhook.")}),
        "WebhookMessage": _message(event),
    }


def _message(event: Schema) -> Schema:
    """An event, or a ping, which has no number."""
    fields = event["properties"]
    number = {"type": ["integer", "null"], "minimum": 1}
    words = {**fields["number"], **number, "description": "Its place in my feed; null for a ping."}
    kind = string("What has happened, or `ping`.")
    ping = {
        "if": having({"type": string(const="ping")}),
        "then": having({"data": ref("PingData")}),
        "else": ref("FeedEvent"),
    }
    return {
        **answer({**fields, "number": words, "type": kind}),
        "description": "What is sent to a webhook: an event as in `GET /me/events`, or a ping.",
        "dependentSchemas": {"type": ping},
    }


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
    content = {"schema": ref("WebhookMessage"), "example": example}
    post = {
        "operationId": "receive_event",
        "tags": ["deliveries"],
        "summary": "An event of my feed",
        "description": (
            "The body is an event byte for byte as in `GET /me/events`, or a ping. Check the "
            "signature (Standard Webhooks) before reading it, and answer with any status from 200 "
            "to 299 within 10 seconds. Every other answer, redirects included, is a failure, and "
            "the message is sent again, ever more rarely, for about a day. A message may come "
            "twice and need not come in order: go by `webhook-id` and `number`."
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
