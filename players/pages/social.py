"""Sign-in with an account elsewhere, at the servers that the operator has chosen."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialApp, SocialLogin
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from players.models import Player

OPENID_CONNECT = "openid_connect"


class Elsewhere(DefaultSocialAccountAdapter):
    """allauth's adapter, with the operator's setting in place of a table."""

    error_messages = DefaultSocialAccountAdapter.error_messages | {
        "no_password": _("You have no password. Set one first."),
    }

    def list_apps(
        self, request: HttpRequest, provider: str | None = None, client_id: str | None = None
    ) -> list[SocialApp]:
        """Return the servers of `TIDE_SIGN_IN_PROVIDERS`, all of which speak OpenID Connect."""
        found = [_make_app(**one) for one in settings.TIDE_SIGN_IN_PROVIDERS]
        return [
            app
            for app in found
            if provider in {None, OPENID_CONNECT, app.provider_id}
            and client_id in {None, app.client_id}
        ]

    def save_user(self, request: HttpRequest, sociallogin: SocialLogin, form: Any = None) -> Player:
        """Create the player under the name chosen in the form."""
        made: Player = get_adapter(request).save_user(request, sociallogin.user, form)
        sociallogin.user = made
        sociallogin.save(request)
        return made


def _make_app(id: str, name: str, server: str, client_id: str, secret: str) -> SocialApp:  # noqa: A002
    more: dict[str, Any] = {"server_url": server, "oauth_pkce_enabled": True}
    return SocialApp(
        provider=OPENID_CONNECT,
        provider_id=id,
        name=name,
        client_id=client_id,
        secret=secret,
        settings=more,
    )
