"""Receivers, webhooks and notifications for operators: read-only, and without addresses."""

from urllib.parse import urlsplit

from django.contrib import admin

from common.db.admin import ReadOnlyAdmin
from notifications.models import Notification, Receiver, Webhook

# Fields are named one by one. The address is left out: it may be a secret.
STATE = (
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
    list_display = ("id", "player", "channel", *STATE)
    list_filter = ["channel", "enabled", "disabled_why"]
    search_fields = ["id", "player__username"]
    fields = list_display


@admin.register(Webhook)
class WebhookAdmin(ReadOnlyAdmin):
    list_display = ("id", "player", "endpoint", "host", *STATE)
    list_filter = ["enabled", "disabled_why"]
    list_select_related = ["player", "endpoint"]
    search_fields = [
        *("id", "player__username", "endpoint__name", "endpoint__client_id"),
        "=player__seats__game__id",
    ]
    fields = list_display

    def host(self, webhook: Webhook) -> str:
        return urlsplit(webhook.address).hostname or ""


@admin.register(Notification)
class NotificationAdmin(ReadOnlyAdmin):
    list_display = ["id", "receiver_id", "kind", "game_id", "state", "attempts", "next_at"]
    list_filter = ["state", "kind"]
    search_fields = ["id", "receiver__player__username", "=game__id"]
    fields = (
        *("id", "receiver", "kind", "game", "turn", "due_at", "state", "attempts"),
        *("put_off", "next_at", "created_at"),
    )
