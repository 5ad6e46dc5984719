"""Accounts and webhooks, for operators."""

from typing import Any
from urllib.parse import urlsplit

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest

from players.models import Player, Webhook

admin.site.register(Player, UserAdmin)

# Named one by one. Not the whole address: its path may be a secret of the receiver's.
SHOWN = (
    "id",
    "player",
    "host",
    "enabled",
    "disabled_at",
    "disabled_why",
    "failing_since",
    "slow",
    "look_at",
    "created_at",
)


@admin.register(Webhook)
class WebhookAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # not generic at run time
    list_display = SHOWN
    list_filter = ["enabled", "disabled_why"]
    search_fields = ["id", "player__username"]
    fields = SHOWN
    readonly_fields = SHOWN

    def host(self, webhook: Webhook) -> str:
        return urlsplit(webhook.url).hostname or ""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
