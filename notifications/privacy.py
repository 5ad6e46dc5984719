"""Parts of notifications for export and erasure."""

from django.db.models import QuerySet
from django.utils.translation import gettext_noop as _

from notifications.models import (
    AnswerLink,
    Attempt,
    Delivery,
    NoticeCursor,
    Notification,
    NotificationAttempt,
    Preferences,
    Receiver,
    Subscription,
    Webhook,
)
from notifications.webhooks.player_names import rename_in_deliveries
from players.models import Player
from players.privacy.parts import ExportPart, delete_rows, register, table_part


def register_parts() -> None:
    """Register the parts. The last one is erased first: messages before their receivers."""
    receivers = table_part(
        "receivers",
        Receiver,
        ("id", "channel", "note", "enabled", "disabled_why", "created_at"),
        contains="Where you are told of things, without the addresses' secrets.",
        ends=_("You will get no more notifications."),
    )
    webhooks = table_part(
        "webhooks",
        Webhook,
        ("id", "url", "note", "events", "enabled", "disabled_why", "created_at"),
        contains="Your webhooks, without their secrets.",
        ends=_("Your webhooks end, and nothing more is sent to them."),
    )
    register(
        webhooks,
        ExportPart(
            name="webhook_deliveries",
            models=(Delivery, Attempt),
            withheld="What was sent to your webhooks is what stands in your events.",
            erase=lambda player: delete_rows(Delivery.objects.filter(webhook__player=player)),
        ),
        ExportPart(
            name="deliveries_to_others",
            models=(Delivery,),
            withheld="They are others'.",
            erase=rename_in_deliveries,
            stays="What was sent to others' webhooks, with `deleted-…` instead of your name.",
        ),
        table_part(
            "notice_cursor", NoticeCursor, (), withheld="How far your feed was handed over."
        ),
        table_part(
            "notice_preferences",
            Preferences,
            (
                *("language", "zone", "mode", "digest_at", "quiet_from", "quiet_until"),
                *("lead", "switches"),
            ),
            contains="How you want to be told of things.",
        ),
        table_part(
            "subscriptions",
            Subscription,
            ("kind", "made_at", "read_at"),
            contains="Your private addresses for calendars and readers of news, without their secrets.",
            ends=_("Your private addresses for calendars and readers of news end."),
        ),
        receivers,
        ExportPart(
            name="told",
            models=(Notification, NotificationAttempt),
            all_of=_notifications_of,
            withheld="What you were told is what stands in your events; it holds no words of its own.",
            erase=lambda player: delete_rows(_notifications_of(player)),
        ),
        table_part(
            "questions_told",
            AnswerLink,
            (),
            withheld="Which questions you were told of, with secrets by which they are answered.",
            ends=_("Links and addresses in mails to you stop working."),
        ),
    )


def _notifications_of(player: Player) -> "QuerySet[Notification]":
    return Notification.objects.filter(receiver__player=player)
