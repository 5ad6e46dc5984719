"""Apps and their rights for operators.

The library has registered pages of its own, in which too much can be changed; codes are not shown.
"""

from typing import Any
from urllib.parse import urlsplit

from django.contrib import admin
from django.http import HttpRequest
from oauth2_provider.admin import AccessTokenAdmin, RefreshTokenAdmin

from players.models import App, AppCode, AppIdentity, AppRefresh, AppToken

for model in (App, AppCode, AppIdentity, AppRefresh, AppToken):
    admin.site.unregister(model)


@admin.register(App)
class AppAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # not generic at run time
    """Apps; the operator vouches for an app that is entered here."""

    list_display = [
        "name",
        "client_id",
        "authorization_grant_type",
        "registration_source",
        "webhook_host",
        "updated",
    ]
    list_filter = ["registration_source", "authorization_grant_type"]
    search_fields = ["name", "client_id"]
    fields = [
        "name",
        "client_id",
        "authorization_grant_type",
        "device_flow",
        "redirect_uris",
        "skip_authorization",
        "registration_source",
        "webhook_host",
    ]
    readonly_fields = ["client_id", "registration_source", "webhook_host"]
    view_on_site = False

    @admin.display(description="host of its webhook")
    def webhook_host(self, app: App) -> str:
        """Return where events go, without the path: it may be a secret."""
        return urlsplit(app.webhook_url).hostname or ""


class _Held:
    """Rights of an app, which can be ended."""

    # Not by address: an operator with read access would find it out, letter by letter.
    search_fields = ["application__name", "application__client_id", "user__username"]

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(AppToken)
class AppTokenAdmin(_Held, AccessTokenAdmin):  # type: ignore[misc]  # It has no types.
    exclude = ["token", "token_checksum"]


@admin.register(AppRefresh)
class AppRefreshAdmin(_Held, RefreshTokenAdmin):  # type: ignore[misc]
    exclude = ["token", "token_checksum"]
