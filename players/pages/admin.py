"""Signing in, in the admin: who needs a second step, and what of it an operator may take away."""

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
    """Whoever has a second step signs in on her account's page, where she is asked for it."""

    def confirm_login_allowed(self, user: Any) -> None:
        super().confirm_login_allowed(user)
        if second_steps.needed_by(user):
            raise ValidationError(
                "This account has a second step. Sign in at /account/login/ first; if you are "
                "signed in there already, sign out before."
            )


ADMIN_SESSION = 14 * 24 * 3600
"""Seconds after signing in for which the admin is open. A session is good for longer, to play in."""


def has_permission(request: HttpRequest) -> bool:
    """Return whether this operator has signed in lately enough for the admin."""
    since = request.session.get(SINCE, 0)
    return since > time.time() - ADMIN_SESSION and AdminSite.has_permission(admin.site, request)


admin.site.site_header = admin.site.site_title = "tideapi"
admin.site.index_title = "For operators"
admin.site.login_form = WithoutSecondStep
admin.site.has_permission = has_permission  # type: ignore[method-assign]

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
class SecondStepAdmin(OnlyRemoved, AuthenticatorAdmin):
    """A second step whose player has lost it. Its secret is not shown."""

    fields = ("user", "type", "created_at", "last_used_at")


@admin.register(UserSession)
class SessionAdmin(OnlyRemoved, UserSessionAdmin):
    """Sessions as their players see them. Whichever is removed has ended."""

    fields = ("user", "created_at", "last_seen_at", "ip", "user_agent")

    def delete_model(self, request: HttpRequest, obj: UserSession) -> None:
        obj.end()

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[UserSession]) -> None:
        for session in queryset:
            session.end()
