"""Second steps and sessions, which an operator may remove."""

from typing import Any

from allauth.mfa.admin import AuthenticatorAdmin
from allauth.mfa.models import Authenticator
from allauth.socialaccount import admin as elsewhere
from allauth.usersessions.admin import UserSessionAdmin
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

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
