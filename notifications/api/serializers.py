"""Request bodies of the calls about receivers and notification settings."""

from typing import Any, ClassVar

from django.conf import settings

from games.api import event_schema
from notifications.channels import BY_HAND, NAMES, WEBHOOK
from notifications.channels.egress import UrlField
from notifications.models import Notification, Preferences
from notifications.notice import NoticeKind
from tideapi.rest.fields import BooleanField, CharField, ChoiceField, ListField
from tideapi.rest.include_parameter import IncludeField
from tideapi.rest.paging import PageQuery
from tideapi.rest.serializers import Body, ObjectField, PartialBody, Query


class HourField(CharField):
    usual: ClassVar = {"pattern": r"^([01][0-9]|2[0-3]):[0-5][0-9]$"}


class ReceiverMembers(Body):
    address = ObjectField(
        component="ReceiverAddress",
        help_text="Where, in the channel's own form. `webhook`, `ntfy`, `discord`, `slack`: `url`. `matrix`: "
        "`url`, `room`, `token`. `web_push`: what a browser's `PushSubscription` has. `apprise`: `url`.",
    )
    events = ListField(
        required=False,
        child=ChoiceField(
            event_schema.list_types(), component="EventType", help_text="A type of event."
        ),
        max_length=100,
        help_text="Types of events that a webhook is sent; none for all.",
    )
    note = CharField(required=False, max_length=100, help_text="In the player's own words.")


class ReceiverRequest(ReceiverMembers):
    channel = ChoiceField([*BY_HAND, WEBHOOK], help_text="By which channel.")


class ReceiverChangeRequest(PartialBody, ReceiverMembers):
    enabled = BooleanField(help_text="Whether anything is sent there.")


class WebhookAddress(Body):
    url = UrlField(
        min_length=1,
        help_text="Where to: https, on the public Internet, with the usual port or one above 1023.",
    )


class ChannelSwitchesRequest(Body):
    """By the channel, whether this is told there."""

    def get_fields(self) -> dict[str, Any]:
        said = "Whether this is told there."
        return {name: BooleanField(required=False, help_text=said) for name in NAMES}


class SwitchesRequest(Body):
    """By the kind of what is told, and then by the channel: whether it is.

    Those that are left out stay as they are.
    """

    def get_fields(self) -> dict[str, Any]:
        return {kind.value: ChannelSwitchesRequest(required=False) for kind in NoticeKind}


class QuietHoursRequest(Body):
    """Hours in which I am told nothing."""

    from_ = HourField(help_text="Since when, such as `22:00`.")
    until = HourField(help_text="Until when, such as `07:00`: the next day, if it is earlier.")


class PreferencesRequest(PartialBody):
    language = ChoiceField(
        [code for code, _ in settings.LANGUAGES], help_text="In which language I want to be told."
    )
    mode = ChoiceField(
        Preferences.Mode.values,
        help_text="`at_once`: as it happens. `digest`: by mail once a day, at my hour, what has gathered; "
        "other channels at once. `only_before_time_runs_out`: only before a deadline, and what is rare. What "
        "would run out before my hour comes at once in any case.",
    )
    zone = CharField(max_length=64, help_text="IANA name of the time zone in which my hours are.")
    digest_at = HourField(help_text="The hour of my digest, such as `08:00`.")
    lead = CharField(help_text="How long before a deadline a reminder comes, an ISO 8601 duration.")
    quiet = QuietHoursRequest(
        allow_null=True, help_text="Hours in which I am told nothing; null for none."
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
    state = ChoiceField(Notification.State.values, help_text="Only those in this state.")
