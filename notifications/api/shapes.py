"""The answers of the calls about notifications, receivers and deliveries."""

from datetime import datetime
from typing import Annotated, NotRequired, TypedDict

from django.conf import settings

from games.shapes.members import Seconds
from notifications.channels import BY_HAND, NAMES, WEBHOOK
from notifications.models import Notification, Preferences
from notifications.subscriptions.schema import SubscriptionBody
from players.models import Webhook
from players.webhooks.post import Error
from tideapi.rest.paging import PageBody
from tideapi.rest.schemas import Schema
from tideapi.rest.shapes import Count, KnownValues, Number, schemas_of

LANGUAGES = [code for code, _ in settings.LANGUAGES]


class ChannelBody(TypedDict):
    """A way of being told."""

    channel: Annotated[str, KnownValues([*BY_HAND, WEBHOOK]), "Its name."]
    guests: Annotated[bool, "Whether guests may have it, too."]
    key: Annotated[str | None, "For `web_push` what a browser subscribes with; null for others."]
    schemes: Annotated[list[str], "For `apprise` how an address may begin; empty for others."]


class QuietHours(TypedDict("QuietHours", {"from": Annotated[str, "Since when, such as `22:00`."]})):
    """Hours in which I am told nothing."""

    until: Annotated[str, "Until when, such as `07:00`: the next day, if it is earlier."]


class WhyDisabled(TypedDict):
    """The moment and the reason since when nothing is sent to a receiver."""

    at: Annotated[datetime, "When it was disabled."]
    why: Annotated[
        str,
        KnownValues(Webhook.Why.values),
        "By the player; because nothing had arrived for about a day, whatever was tried; "
        "because the receiver is gone, as a webhook says with 410; or because, after "
        "it was enabled, the password was changed, the account shut, or the app ended that had "
        "set it up.",
    ]


class OfChannel(TypedDict):
    channel: Annotated[str, KnownValues([*NAMES, WEBHOOK]), "The channel."]
    address: Annotated[str, "What the address is known by, without what is secret in it."]
    events: Annotated[
        list[str] | None,
        "Types of events that a webhook is sent; none for all. Null for other channels.",
    ]
    after: Annotated[
        Count | None,
        "A webhook is sent what has a higher number in `GET /me/events`; null for other channels.",
    ]
    old_secret_until: Annotated[
        datetime | None, "Until then a webhook's messages are signed with the secret before, too."
    ]


class ReceiverBody(OfChannel):
    id: Annotated[str, "Id of the receiver."]
    note: Annotated[str, "In the player's own words."]
    enabled: Annotated[bool, "Whether anything is sent there."]
    disabled: Annotated[
        WhyDisabled | None, "When and why it was disabled; null while it is enabled."
    ]
    failing_since: Annotated[
        datetime | None, "The first attempt that failed after the last one that did not."
    ]
    created_at: Annotated[datetime, "When it was made."]


class IssuedReceiver(ReceiverBody):
    secret: Annotated[
        str | None,
        "`whsec_` and base64: what a webhook's messages are signed with. It is shown this once. "
        "Null for other channels.",
    ]


class PreferencesBody(TypedDict):
    language: Annotated[str, KnownValues(LANGUAGES), "In which language I am told."]
    mode: Annotated[
        str,
        KnownValues(Preferences.Mode.values),
        "`at_once`: as it happens. `digest`: by mail once a day, at my hour, what has gathered; "
        "other channels at once. `only_before_time_runs_out`: only before a deadline, and what "
        "is rare. What would run out before my hour comes at once in any case.",
    ]
    zone: Annotated[str, "IANA name of the time zone in which my hours are."]
    digest_at: Annotated[str, "The hour of my digest, such as `08:00`."]
    lead: Annotated[str, "How long before a deadline a reminder comes, an ISO 8601 duration."]
    lead_seconds: Seconds
    quiet: Annotated[
        QuietHours | None, "Null for none. What would run out before they end is told all the same."
    ]
    switches: Annotated[
        dict[
            str,
            Annotated[dict[str, Annotated[bool, "Whether this is told there."]], "By the channel."],
        ],
        "By the kind of what is told, and then by the channel: whether it is.",
    ]
    games_off: Annotated[list[Annotated[str, "Id of a game."]], "Games of which I am told nothing."]
    channels: Annotated[list[ChannelBody], "Those for which this server takes receivers."]
    receivers: NotRequired[
        Annotated[list[ReceiverBody], "All of mine, newest first, with `include=receivers`."]
    ]
    subscriptions: NotRequired[
        Annotated[list[SubscriptionBody], "My feed addresses, with `include=subscriptions`."]
    ]


class DeliveryAttempt(TypedDict):
    """One attempt to deliver something."""

    at: Annotated[datetime, "When it was sent."]
    status: Annotated[
        int | None,
        "The status that a webhook answered; null if there was no answer, and for other channels.",
    ]
    error: Annotated[
        str | None,
        KnownValues([*Error, "not_told", "gone"]),
        "Why it was not delivered, null if it was. `gone` for good and `not_told` this time are "
        "those of channels other than `webhook`.",
    ]
    detail: Annotated[str | None, "One sentence of what went wrong; null for a webhook."]
    milliseconds: Annotated[Count, "How long it took."]


class DeliveryBody(TypedDict):
    id: Annotated[str, "For a webhook the `webhook-id` with which it is sent, the same each time."]
    type: Annotated[
        str,
        "What it is about: for a webhook the type of the event, or `ping`; else a kind of "
        "notification as in `switches` of `GET /me/notifications`.",
    ]
    number: Annotated[
        Number | None, "The event's number in `GET /me/events`; null if it is about no event."
    ]
    game: Annotated[str | None, "Id of the game that a notification is about; null for a webhook."]
    state: Annotated[str, KnownValues(Notification.State.values), "What has become of it."]
    created_at: Annotated[datetime, "When it was first due."]
    next_at: Annotated[datetime | None, "When it is sent (again) at the earliest, while it waits."]
    attempts: Annotated[list[DeliveryAttempt], "Oldest first."]


SCHEMAS: dict[str, Schema] = schemas_of(
    PreferencesBody,
    PageBody[ReceiverBody],
    IssuedReceiver,
    PageBody[DeliveryBody],
)
