"""Sign-in to the admin: second steps, and which of them an operator may remove."""

import time
from typing import Any

from allauth.mfa.admin import AuthenticatorAdmin
from allauth.mfa.models import Authenticator
from allauth.socialaccount import admin as elsewhere
from allauth.usersessions.admin import UserSessionAdmin
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.admin import AdminSite
from django.contrib.admin.forms import AdminAuthenticationForm
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest

from players.browser_sessions import SINCE
from players.pages import second_steps


class WithoutSecondStep(AdminAuthenticationForm):
    """The admin's own sign-in; a player with a second step signs in on the account's page."""

    def confirm_login_allowed(self, user: Any) -> None:
        super().confirm_login_allowed(user)
        if second_steps.needed_by(user):
            raise ValidationError(
                "This account has a second step. Sign in at /account/login/ first; if you are "
                "signed in there already, sign out before."
            )


ADMIN_SESSION = 14 * 24 * 3600
"""Seconds after signing in for which the admin is open. A session lasts longer, for playing."""


def has_permission(request: HttpRequest) -> bool:
    """Return whether this operator has signed in lately enough for the admin."""
    since = request.session.get(SINCE, 0)
    return since > time.time() - ADMIN_SESSION and AdminSite.has_permission(admin.site, request)


admin.site.site_header = admin.site.site_title = "tideapi"
admin.site.index_title = "For operators"
admin.site.login_form = WithoutSecondStep
admin.site.has_permission = has_permission  # type: ignore[method-assign]

# Sign-in providers are a setting (TIDE_SIGN_IN_PROVIDERS), and none of their tokens is kept.
admin.site.unregister([elsewhere.SocialApp, elsewhere.SocialToken])
admin.site.unregister([Authenticator, UserSession])


class OnlyRemoved(admin.ModelAdmin):  # type: ignore[type-arg]  # not generic at run time
    """Rows that an operator can remove, but not create or change."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Authenticator)
class SecondStepAdmin(OnlyRemoved, AuthenticatorAdmin):
    """Second steps, removed where a player has lost one. Secrets are not shown."""

    fields = ("user", "type", "created_at", "last_used_at")


@admin.register(UserSession)
class SessionAdmin(OnlyRemoved, UserSessionAdmin):
    """Sessions as their players see them; removing one ends it."""

    fields = ("user", "created_at", "last_seen_at", "ip", "user_agent")

    def delete_model(self, request: HttpRequest, obj: UserSession) -> None:
        obj.end()

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[UserSession]) -> None:
        for session in queryset:
            session.end()
