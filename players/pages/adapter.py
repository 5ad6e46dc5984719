"""allauth's adapter: players are created, mailed and counted in the same way as in the API."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter, get_adapter
from allauth.account.models import EmailAddress
from allauth.account.utils import get_next_redirect_url
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialApp, SocialLogin
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from common.rest.client import client_address
from common.rest.errors import ApiError
from common.rest.language import request_language
from players import account_fields, accounts, door, names
from players.login_throttle import remember_sign_in
from players.mail import letters, links, reachable
from players.models import Player
from players.suspension import is_suspended

ANYBODYS = "account/email/email_confirmation"
"""Prefix of letters that a stranger can request for any address; they are counted."""
LETTER_SENT = "account/messages/email_confirmation_sent.txt"
WRITTEN_BEFORE = {"account/email/email_changed", "account/email/email_deleted"}
"""Letters that `players.pages.addresses` has written before allauth would."""
NOWHERE = "0.0.0.0"  # noqa: S104  Nothing listens there: a peer without an address.


@contextmanager
def _as_a_fault() -> Iterator[None]:
    """Turn the refusal of a name into a form's fault."""
    try:
        yield
    except ApiError as refused:
        raise ValidationError(refused.detail) from refused


class Account(DefaultAccountAdapter):
    error_messages = DefaultAccountAdapter.error_messages | {
        "username_password_mismatch": _("Username and password do not fit."),
        "incorrect_password": _("This is not your password."),
        "enter_current_password": _("This is not your current password."),
        "incorrect_code": _("This is not the right code."),
        "duplicate_email": _("This is your address already."),
        "too_many_login_attempts": _("Too many wrong codes. Try again in an hour."),
        "rate_limited": _("Too many wrong codes. Try again in an hour."),
    }

    def get_user_search_fields(self) -> list[str]:
        return ["username"]  # Lists of the admin show that alone of a player.

    # -- signing up

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return bool(settings.TIDE_SIGN_UP != door.CLOSED)

    def clean_username(self, username: str, shallow: bool = False) -> str:  # noqa: FBT001, FBT002  allauth's.
        account_fields.check_username(username)
        if not shallow:
            with _as_a_fault(), transaction.atomic():
                names.reserve_name(username)
        return username

    def clean_email(self, email: str) -> str:
        if email:  # Where none is needed, none is a choice.
            account_fields.check_email(email)
        return email

    def save_user(
        self,
        request: HttpRequest,
        user: Player,
        form: Any,
        commit: bool = True,  # noqa: FBT001, FBT002
    ) -> Player:
        """Create the row. Raises `ApiError` if the name or the code was taken in the meantime."""
        data = form.cleaned_data
        user.username, user.email = data["username"], data.get("email") or ""
        if password := data.get("password1"):
            user.set_password(password)
        else:
            user.set_unusable_password()
        if not commit:
            return user
        made = accounts.insert_player(user, data.get("code", ""))
        remember_sign_in(made.username, client_address(request))
        return made

    def get_signup_redirect_url(self, request: HttpRequest) -> str:
        """Return the next page; a player without an address is offered a recovery code."""
        assert isinstance(request.user, Player)  # noqa: S101  The player has just signed up.
        return reverse("account") if request.user.email else reverse("account_recovery_code")

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Return the next page; a suspended player's says why."""
        assert isinstance(request.user, Player)  # noqa: S101  The player has just signed in.
        if is_suspended(request.user):
            return reverse("account_suspended")
        return str(super().get_login_redirect_url(request))

    def can_delete_email(self, email_address: EmailAddress) -> bool:
        """Return whether the address can be removed: always where none is needed."""
        return not (settings.TIDE_EMAIL_REQUIRED and email_address.primary)

    @transaction.atomic
    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Verify an address, unless the account was closed: that would write it to the row again."""
        if not email_address.user.still_active():
            messages.error(request, _("This link is too old, or was used already."))
            return False
        return bool(super().confirm_email(request, email_address))

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        *args: Any,
        **more: Any,
    ) -> None:
        """Add a message, but none of a letter where the next page shows no messages."""
        # It would wait in the session for a page of the account, and be old there.
        if message_template != LETTER_SENT or get_next_redirect_url(request) is None:
            super().add_message(request, level, message_template, *args, **more)

    # -- counting

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Do nothing: `players.backend` counts guesses, for the API and the admin too."""

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the address as it is counted; of IPv6 the first of the network's addresses."""
        return client_address(request).partition("/")[0] or NOWHERE

    # -- letters

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:
        """Return the link that verifies an address."""
        return links.to_route("account_confirm_email", emailconfirmation.key)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        anybodys = template_prefix.startswith(ANYBODYS)
        send = partial(letters.asked_for, kind="verify") if anybodys else letters.write
        shown = {**context, "host": links.server_host()}
        # A player without a chosen language gets that of the browser.
        with override(request_language(self.request)):
            send(shown.pop("user"), email, template_prefix, shown)

    def send_notification_mail(
        self,
        template_prefix: str,
        user: Player,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Tell a player with a verified address of a change to the account."""
        if template_prefix in WRITTEN_BEFORE:
            return
        if (to := reachable.address_of(user)) is not None:
            shown = {**(context or {}), "user": user, "where": self.get_client_ip(self.request)}
            self.send_mail(template_prefix, to, shown)


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
