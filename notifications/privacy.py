"""Parts of notifications for export and erasure."""

from django.db.models import QuerySet
from django.utils.translation import gettext_noop as _

from notifications.models import (
    AskedByMail,
    Preferences,
    Receiver,
    Subscription,
    Telling,
    TellingAttempt,
)
from players.models import Player
from players.privacy.parts import ExportPart, enrol, remove, rows


def enrol_parts() -> None:
    """Register the parts. Notifications are erased before the receivers that they were sent to."""
    receivers = rows(
        "receivers",
        Receiver,
        ("id", "channel", "note", "enabled", "disabled_why", "created_at"),
        contains="Where you are told of things, without the addresses' secrets.",
        ends=_("You will get no more notifications."),
    )
    enrol(
        rows(
            "notice_preferences",
            Preferences,
            (
                *("language", "zone", "mode", "digest_at", "quiet_from", "quiet_until"),
                *("lead", "switches"),
            ),
            contains="How you want to be told of things.",
        ),
        rows(
            "subscriptions",
            Subscription,
            ("kind", "made_at", "read_at"),
            contains="Your private addresses for calendars and readers of news, without their secrets.",
            ends=_("Your private addresses for calendars and readers of news end."),
        ),
        receivers,
        ExportPart(
            name="told",
            models=(Telling, TellingAttempt),
            all_of=_notifications_of,
            withheld="What you were told is what stands in your events; it holds no words of its own.",
            erase=lambda player: remove(_notifications_of(player)),
        ),
        rows(
            "questions_told",
            AskedByMail,
            (),
            withheld="Which questions you were told of, with secrets by which they are answered.",
            ends=_("Links and addresses in mails to you stop working."),
        ),
    )


def _notifications_of(player: Player) -> "QuerySet[Telling]":
    return Telling.objects.filter(receiver__player=player)
