"""The answers of the calls about notifications, receivers and deliveries."""

from datetime import datetime
from typing import Annotated, NotRequired, TypedDict

from django.conf import settings

from common.outside.post import Error
from common.rest.shapes import Count, KnownValues, Number
from games.shapes.members import Seconds
from notifications.api.subscriptions import SubscriptionBody
from notifications.channels import BY_HAND, NAMES, WEBHOOK, ShownAddress
from notifications.models import Notification, Preferences, Webhook

LANGUAGES = [code for code, _ in settings.LANGUAGES]


class ChannelBody(TypedDict):
    """A way to send notifications."""

    channel: Annotated[str, KnownValues([*BY_HAND, WEBHOOK]), "Name of the channel."]
    guests: Annotated[bool, "Whether guests may use the channel, too."]
    key: Annotated[
        str | None, "For `web_push`, the key with which a browser subscribes; null for others."
    ]
    schemes: Annotated[list[str], "For `apprise`, how an address may begin; empty for others."]


class QuietHours(
    TypedDict("QuietHours", {"from": Annotated[str, "When they begin, such as `22:00`."]})
):
    """Hours without notifications."""

    until: Annotated[str, "When they end, such as `07:00`; on the next day if earlier than `from`."]


class WhyDisabled(TypedDict):
    """A receiver that was disabled: when and why."""

    at: Annotated[datetime, "When the receiver was disabled."]
    why: Annotated[
        str,
        KnownValues(Webhook.Why.values),
        "`by_player`: the player disabled it. `failed`: every attempt failed for about a day. `gone`: "
        "the receiver no longer exists (a webhook's 410). `signed_out`: a new password, a closed "
        "account, or the end of the app that created it.",
    ]


class OfChannel(TypedDict):
    channel: Annotated[str, KnownValues([*NAMES, WEBHOOK]), "The channel."]
    address: ShownAddress
    events: Annotated[
        list[str] | None,
        "Types of events that a webhook gets; empty for all types. Null for other channels.",
    ]
    after: Annotated[
        Count | None,
        "A webhook gets events with a higher number in `GET /me/events`; null for other channels.",
    ]
    old_secret_until: Annotated[
        datetime | None, "Until when a webhook's messages are signed with the old secret, too."
    ]


class ReceiverBody(OfChannel):
    id: Annotated[str, "Id of the receiver."]
    note: Annotated[str, "A note by the player."]
    enabled: Annotated[bool, "Whether the receiver gets anything."]
    disabled: Annotated[
        WhyDisabled | None, "When and why the receiver was disabled; null while enabled."
    ]
    failing_since: Annotated[
        datetime | None, "First failed attempt since the last success; or null."
    ]
    created_at: Annotated[datetime, "When it was created."]


class IssuedReceiver(ReceiverBody):
    secret: Annotated[
        str | None,
        "The webhook's signing key, `whsec_` and base64, shown only once. Null for other channels.",
    ]


class PreferencesBody(TypedDict):
    language: Annotated[str, KnownValues(LANGUAGES), "Language of the notifications."]
    mode: Annotated[
        str,
        KnownValues(Preferences.Mode.values),
        "When notifications are sent. `at_once`: as things happen. `digest`: mails gathered once a "
        "day at `digest_at`, other channels at once; a deadline before that hour is announced at "
        "once. `only_before_time_runs_out`: only before a deadline, and rare news.",
    ]
    zone: Annotated[str, "IANA name of the time zone of these hours."]
    digest_at: Annotated[str, "Time of the digest, such as `08:00`."]
    lead: Annotated[str, "How long before a deadline a reminder comes, an ISO 8601 duration."]
    lead_seconds: Seconds
    quiet: Annotated[
        QuietHours | None,
        "Hours without notifications; null for none. Deadlines that end within these hours are "
        "announced all the same.",
    ]
    switches: Annotated[
        dict[
            str,
            Annotated[
                dict[str, Annotated[bool, "Whether this channel sends these notifications."]],
                "The switch of each channel.",
            ],
        ],
        "For each kind of notification, the channels that send it.",
    ]
    games_off: Annotated[list[Annotated[str, "Id of the game."]], "Games without notifications."]
    channels: Annotated[list[ChannelBody], "Channels for which this server takes receivers."]
    receivers: NotRequired[
        Annotated[
            list[ReceiverBody], "The caller's receivers, newest first, with `include=receivers`."
        ]
    ]
    subscriptions: NotRequired[
        Annotated[
            list[SubscriptionBody], "The caller's feed addresses, with `include=subscriptions`."
        ]
    ]


class DeliveryAttempt(TypedDict):
    """One attempt to deliver something."""

    at: Annotated[datetime, "When it was sent."]
    status: Annotated[
        int | None,
        "HTTP status of a webhook's response; null without a response, and for other channels.",
    ]
    error: Annotated[
        str | None,
        KnownValues([*Error, "not_told", "gone"]),
        "Why the attempt failed; null if it did not. Channels other than `webhook` have `gone` (for "
        "good) and `not_told` (this time).",
    ]
    detail: Annotated[str | None, "One sentence about the failure; null for a webhook."]
    milliseconds: Annotated[Count, "Duration of the attempt in milliseconds."]


class DeliveryBody(TypedDict):
    id: Annotated[str, "For a webhook the `webhook-id` with which it is sent, the same each time."]
    type: Annotated[
        str,
        "For a webhook the type of the event, or `ping`; else a kind of notification as in `switches` "
        "of `GET /me/notifications`.",
    ]
    number: Annotated[
        Number | None,
        "The event's number in `GET /me/events`; null for a delivery without an event.",
    ]
    game: Annotated[str | None, "Id of the game that a notification is about; null for a webhook."]
    state: Annotated[str, KnownValues(Notification.State.values), "State of the delivery."]
    created_at: Annotated[datetime, "When the delivery was first due."]
    next_at: Annotated[
        datetime | None, "The earliest time of the next attempt, while the delivery waits."
    ]
    attempts: Annotated[list[DeliveryAttempt], "The attempts, oldest first."]
