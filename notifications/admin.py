"""Receivers and notifications for operators: read-only, and without addresses."""

from django.contrib import admin

from common.db.admin import ReadOnlyAdmin
from notifications.models import Notification, Receiver

# Fields are named one by one. The address is left out: it may be a secret.
SHOWN = (
    "id",
    "player",
    "channel",
    "enabled",
    "disabled_at",
    "disabled_why",
    "failing_since",
    "failures",
    "retry_at",
    "proven",
    "slow",
    "next_attempt_at",
    "created_at",
)


@admin.register(Receiver)
class ReceiverAdmin(ReadOnlyAdmin):
    list_display = SHOWN
    list_filter = ["channel", "enabled", "disabled_why"]
    search_fields = ["id", "player__username"]
    fields = SHOWN
    readonly_fields = SHOWN


@admin.register(Notification)
class NotificationAdmin(ReadOnlyAdmin):
    list_display = ["id", "receiver_id", "kind", "game_id", "state", "attempts", "next_at"]
    list_filter = ["state", "kind"]
    search_fields = ["id", "receiver__player__username", "=game__id"]
    fields = (
        *("id", "receiver", "kind", "game", "turn", "due_at", "state", "attempts"),
        *("put_off", "next_at", "created_at"),
    )
    readonly_fields = fields
