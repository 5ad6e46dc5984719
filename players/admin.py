"""Accounts and webhooks, for operators.

Why so: docs/why.md#no-deleting.
"""

from typing import Any
from urllib.parse import urlsplit

from allauth.mfa.admin import AuthenticatorAdmin
from allauth.mfa.models import Authenticator
from allauth.socialaccount import admin as elsewhere
from allauth.usersessions.admin import UserSessionAdmin
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.admin import UserAdmin
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from oauth2_provider.admin import AccessTokenAdmin, RefreshTokenAdmin

from players.leaving import ending
from players.models import App, AppCode, AppIdentity, AppRefresh, AppToken, Ending, Player, Webhook
from players.pages import second_steps


class WithoutSecondStep(AdminAuthenticationForm):
    """Whoever has a second step signs in on her account's page, where she is asked for it."""

    def confirm_login_allowed(self, user: Any) -> None:
        super().confirm_login_allowed(user)
        if second_steps.needed_by(user):
            raise ValidationError(
                "This account has a second step. Sign in at /account/login/ first."
            )


admin.site.login_form = WithoutSecondStep


@admin.register(Player)
class PlayerAdmin(UserAdmin):  # type: ignore[type-arg]  # not generic at run time
    """Nobody is deleted, because her games are other people's too. She can be deactivated, or leave."""

    actions = ["end_accounts"]

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

    @admin.action(description="End these accounts", permissions=["change"])
    def end_accounts(self, request: HttpRequest, chosen: "QuerySet[Player]") -> HttpResponse | None:
        """Ask once more, then have them end as their players would."""
        if "confirmed" not in request.POST:
            shown = {
                **self.admin_site.each_context(request),
                "title": "End these accounts?",
                "players": chosen,
                "days": ending.days_of_grace(),
            }
            return render(request, "admin/end_accounts.html", shown)
        for player in chosen:
            ending.ask(player, Ending.By.OPERATOR)
            self.log_change(request, player, "The account is to end.")
        self.message_user(request, "These accounts will end.")
        return None


@admin.register(Ending)
class EndingAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # not generic at run time
    """Accounts that end or have ended; nothing to write."""

    list_display = ["player_id", "by", "asked_at", "due_at", "closed_at", "erased_at"]
    fields = ("player_id", "by", "asked_at", "due_at", "closed_at", "erased_at", "erased")
    readonly_fields = fields

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

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


# Where one may sign in with is the operator's setting (TIDE_SIGN_IN_WITH), and no token of there is kept.
admin.site.unregister([elsewhere.SocialApp, elsewhere.SocialToken])
admin.site.unregister([Authenticator, UserSession])


class OnlyRemoved(admin.ModelAdmin):  # type: ignore[type-arg]  # not generic at run time
    """What an operator takes away from somebody, and makes for nobody."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Authenticator)
class SecondStepAdmin(OnlyRemoved, AuthenticatorAdmin):  # type: ignore[misc]
    """A second step whose player has lost it. Its secret is not shown."""

    fields = ("user", "type", "created_at", "last_used_at")


@admin.register(UserSession)
class SessionAdmin(OnlyRemoved, UserSessionAdmin):  # type: ignore[misc]
    """Sessions as their players see them."""

    fields = ("user", "created_at", "last_seen_at", "ip", "user_agent")
