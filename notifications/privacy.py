"""Parts of notifications for export and erasure."""

from django.db.models import QuerySet
from django.utils.translation import gettext_noop as _

from notifications.models import (
    AnswerLink,
    Notification,
    NotificationAttempt,
    Preferences,
    Receiver,
    Subscription,
)
from players.models import Player
from players.privacy.parts import ExportPart, delete_rows, enrol, table_part


def enrol_parts() -> None:
    """Register the parts. Notifications are erased before the receivers that they were sent to."""
    receivers = table_part(
        "receivers",
        Receiver,
        ("id", "channel", "note", "enabled", "disabled_why", "created_at"),
        contains="Where you are told of things, without the addresses' secrets.",
        ends=_("You will get no more notifications."),
    )
    enrol(
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
