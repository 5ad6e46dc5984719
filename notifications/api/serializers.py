"""Request bodies of the calls about receivers and notification settings."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.conf import settings
from drf_spectacular.utils import OpenApiExample, extend_schema_serializer

from common.rest.fields import BooleanField, CharField, ChoiceField, IncludeField, ListField
from common.rest.paging import PageQuery
from common.rest.serializers import Body, ObjectField, PartialBody, Query
from games.event_types.catalogue import feed_types
from notifications.channels import BY_HAND, CHANNELS, NAMES, WEBHOOK
from notifications.channels.egress import UrlField
from notifications.models import Notification, Preferences
from notifications.notice import NoticeKind


def list_address_members(body: Mapping[str, Any]) -> set[str]:
    """Return the names of the members of an address in the channel that a body names, or in any."""
    addresses = {name: one.form for name, one in CHANNELS.items() if one.added_by_player}
    forms: dict[str, type[Body]] = {WEBHOOK: WebhookAddress, **addresses}
    named = forms.get(str(body.get("channel")))
    return {str(name) for form in ([named] if named else forms.values()) for name in form().fields}


class HourField(CharField):
    usual: ClassVar = {"pattern": r"^([01][0-9]|2[0-3]):[0-5][0-9]$"}


class ReceiverMembers(Body):
    address = ObjectField(
        component="ReceiverAddress",
        members=list_address_members,
        help_text="The address in the channel's form. `webhook`, `ntfy`, `discord`, `slack`, `apprise`: "
        "`url`. `matrix`: `url`, `room`, `token`. `web_push`: members of the browser's "
        "`PushSubscription`.",
    )
    events = ListField(
        required=False,
        child=ChoiceField(feed_types(), component="EventType", help_text="A type of event."),
        max_length=100,
        help_text="Types of events that a webhook gets; empty for all types.",
    )
    note = CharField(required=False, max_length=100, help_text="A note by the player.")


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "Example",
            {
                "channel": "webhook",
                "address": {"url": "https://bots.example/tide"},
                "note": "my bot",
                "events": [],
            },
        )
    ]
)
class ReceiverRequest(ReceiverMembers):
    channel = ChoiceField([*BY_HAND, WEBHOOK], help_text="The channel.")


@extend_schema_serializer(
    examples=[OpenApiExample("Example", {"events": ["turn_opened", "finished"]})]
)
class ReceiverChangeRequest(PartialBody, ReceiverMembers):
    enabled = BooleanField(help_text="Whether the receiver gets anything.")


class WebhookAddress(Body):
    url = UrlField(
        min_length=1,
        help_text="Where to: https, on the public Internet, with the usual port or one above 1023.",
    )


class ChannelSwitchesRequest(Body):
    """For each channel, whether it sends these notifications."""

    def get_fields(self) -> dict[str, Any]:
        help_text = "Whether this channel sends these notifications."
        return {name: BooleanField(required=False, help_text=help_text) for name in NAMES}


class SwitchesRequest(Body):
    """For each kind of notification, the channels that send it.

    A kind or channel that is left out stays as it is.
    """

    def get_fields(self) -> dict[str, Any]:
        return {kind.value: ChannelSwitchesRequest(required=False) for kind in NoticeKind}


class QuietHoursRequest(Body):
    """Hours without notifications."""

    from_ = HourField(help_text="When they begin, such as `22:00`.")
    until = HourField(
        help_text="When they end, such as `07:00`; on the next day if earlier than `from`."
    )


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "Example",
            {
                "language": "de",
                "zone": "Europe/Berlin",
                "mode": "digest",
                "digest_at": "08:00",
                "quiet": {"from": "22:00", "until": "07:00"},
                "switches": {"reminder": {"ntfy": True}},
            },
        )
    ]
)
class PreferencesRequest(PartialBody):
    language = ChoiceField(
        [code for code, _ in settings.LANGUAGES], help_text="Language of the notifications."
    )
    mode = ChoiceField(
        Preferences.Mode.values,
        help_text="When notifications are sent. `at_once`: as things happen. `digest`: mails gathered once "
        "a day at `digest_at`, other channels at once; a deadline before that hour is announced "
        "at once. `only_before_time_runs_out`: only before a deadline, and rare news.",
    )
    zone = CharField(max_length=64, help_text="IANA name of the time zone of these hours.")
    digest_at = HourField(help_text="Time of the digest, such as `08:00`.")
    lead = CharField(help_text="How long before a deadline a reminder comes, an ISO 8601 duration.")
    quiet = QuietHoursRequest(
        allow_null=True, help_text="Hours without notifications; null for none."
    )
    switches = SwitchesRequest()


class PreferencesQuery(Query):
    include = IncludeField(
        {
            "receivers": "the caller's receivers, newest first, in `receivers`",
            "subscriptions": "the caller's feed addresses, in `subscriptions`",
        }
    )


class DeliveryListQuery(PageQuery):
    state = ChoiceField(Notification.State.values, help_text="Only deliveries in this state.")
