"""Accounts and webhooks, for operators.

Why so: docs/why.md#no-deleting.
"""

from typing import Any
from urllib.parse import urlsplit

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest
from oauth2_provider.admin import AccessTokenAdmin, RefreshTokenAdmin

from players.models import App, AppCode, AppIdentity, AppRefresh, AppToken, Player, Webhook


@admin.register(Player)
class PlayerAdmin(UserAdmin):  # type: ignore[type-arg]  # not generic at run time
    """Nobody is deleted, because her games are other people's too. A player can be deactivated."""

    def formfield_for_dbfield(self, db_field: Any, request: Any, **more: Any) -> Any:
        field = super().formfield_for_dbfield(db_field, request, **more)
        if field is not None:
            field.show_hidden_initial = True  # So the form knows what its operator has changed.
        return field

    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: Any) -> None:
        """Write only what was changed in the form: others may have written since it was opened."""
        if not change:
            return super().save_model(request, obj, form, change)
        own = {field.name for field in Player._meta.concrete_fields}  # noqa: SLF001  Public by documentation.
        obj.save(update_fields=own & set(form.changed_data))
        return None

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


# Fields are named one by one. The whole address is left out: its path may be a secret.
SHOWN = (
    "id",
    "player",
    "host",
    "enabled",
    "disabled_at",
    "disabled_why",
    "failing_since",
    "proven",
    "slow",
    "next_attempt_at",
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


# Apps and what they hold. The library has registered its own pages for them, in which more can be changed
# than is good; codes are of nobody's concern.
for model in (App, AppCode, AppIdentity, AppRefresh, AppToken):
    admin.site.unregister(model)


@admin.register(App)
class AppAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # not generic at run time
    """An app that is entered here is one for which the operator vouches."""

    list_display = [
        "name",
        "client_id",
        "authorization_grant_type",
        "registration_source",
        "updated",
    ]
    list_filter = ["registration_source", "authorization_grant_type"]
    search_fields = ["name", "client_id"]
    fields = [
        "name",
        "client_id",
        "authorization_grant_type",
        "redirect_uris",
        "skip_authorization",
        "registration_source",
    ]
    readonly_fields = ["client_id", "registration_source"]
    view_on_site = False


class _Held:
    """What an app holds of a player can be looked at, and ended."""

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(AppToken)
class AppTokenAdmin(_Held, AccessTokenAdmin):  # type: ignore[misc]  # It has no types.
    exclude = ["token", "token_checksum"]


@admin.register(AppRefresh)
class AppRefreshAdmin(_Held, RefreshTokenAdmin):  # type: ignore[misc]
    exclude = ["token", "token_checksum"]
