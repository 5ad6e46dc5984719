"""Receivers, webhooks and notifications for operators: read-only, and without addresses."""

from typing import Any
from urllib.parse import urlsplit

from django.contrib import admin
from django.db import transaction
from django.utils.safestring import SafeString

from common.db.admin import ReadOnlyAdmin, link_to
from common.outbox.admin import BackOffAdmin
from games.models import Game
from notifications import receivers
from notifications.models import Notification, Receiver, Webhook
from notifications.webhooks import endpoints
from players.models import Player

# Fields are named one by one. The address is left out: it may be a secret.
STATE = (
    *("state", "enabled", "disabled_at", "disabled_why", "failing_since", "failures", "retry_at"),
    *("next_attempt_at", "proven", "slow", "created_at"),
)


class DestinationAdmin(BackOffAdmin):
    """A receiver is enabled again as its player would enable it."""

    def retry(self, chosen: Any) -> int:
        given_up = list(chosen.given_up().select_related("player"))
        for one in given_up:
            with transaction.atomic():
                Player.objects.filter(pk=one.player_id).lock()
                self.enable(one)
        return super().retry(chosen) + len(given_up)

    def enable(self, one: Any) -> None:
        raise NotImplementedError


@admin.register(Receiver)
class ReceiverAdmin(DestinationAdmin):
    list_display = ["id", "player", "channel", "state", "next_attempt_at", "created_at"]
    list_filter = ["channel", *BackOffAdmin.list_filter, "disabled_why"]
    list_select_related = ["player"]
    search_fields = ["id", "player__username"]
    fields = ("id", "player", "channel", *STATE)

    def enable(self, one: Receiver) -> None:
        receivers.enable(one.player, one.pk, one.app_id)


@admin.register(Webhook)
class WebhookAdmin(DestinationAdmin):
    list_display = ["id", "player", "host", "state", "next_attempt_at", "created_at"]
    list_filter = [*BackOffAdmin.list_filter, "disabled_why"]
    list_select_related = ["player", "endpoint"]
    search_fields = [
        *("id", "player__username", "endpoint__name", "endpoint__client_id"),
        "=player__seats__game__id",
    ]
    fields = ("id", "player", "endpoint", "host", *STATE)

    @admin.display(description="sends to")
    def host(self, webhook: Webhook) -> str:
        host = urlsplit(webhook.address).hostname or ""
        return host if webhook.endpoint is None else f"{host} ({webhook.endpoint})"

    def enable(self, one: Webhook) -> None:
        endpoints.enable_webhook(one.player, one.pk, one.app_id)


@admin.register(Notification)
class NotificationAdmin(ReadOnlyAdmin):
    list_display = ["id", "to", "kind", "about", "state", "attempts", "next_at", "created_at"]
    list_filter = ["state", "kind"]
    list_select_related = ["receiver__player"]
    search_fields = ["id", "receiver__player__username", "=game__id"]
    fields = (
        *("id", "to", "kind", "about", "turn", "due_at", "state", "attempts"),
        *("put_off", "next_at", "created_at"),
    )

    @admin.display(description="receiver")
    def to(self, notice: Notification) -> SafeString:
        receiver = notice.receiver
        return link_to(Receiver, receiver.pk, f"{receiver.channel} of {receiver.player}")

    @admin.display(description="game", empty_value="none")
    def about(self, notice: Notification) -> SafeString | None:
        return link_to(Game, notice.game_id, notice.game_id) if notice.game_id else None
