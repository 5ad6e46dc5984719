"""Every page of an account and of apps, in German and in English: no text is the same in both."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from allauth.mfa.webauthn.internal.auth import WebAuthn
from django.urls import URLResolver, get_resolver, resolve, reverse
from django.utils.timezone import now
from django.views.generic import RedirectView

from common.rest.scopes import LENT
from notifications.models import Webhook
from players.models import AccountDeletion, Player, Token
from players.models import App as AppRow
from players.pages.language import PAGES
from players.privacy import closure, exports
from tests.app.oauth.app import App
from tests.app.oauth.test_device import Terminal
from tests.app.pages.club import comes_from_the_club
from tests.app.pages.passkey import credential
from tests.app.pages.visitor import Page, Visitor, letters, link
from tests.app.pages.words import LETTERS, texts
from tests.app.privacy.working import workers_gather
from tests.optional_packages import needs
from tests.people import PASSWORD

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("club")]

GERMAN, ENGLISH = "de-AT,de;q=0.9,en;q=0.5", "en"
SAME = {"tideapi", "Apps", "Code", "Lobby", "Name", "Passkeys", "Tokens"}
"""Words that are the same in both languages."""
GIVEN = {"Our club", "Passkey 1", "Board", "Terminal", "https://board.example"}
"""What somebody has named."""
UNTRANSLATED = re.compile(r'<(code|pre)\b.*?</\1>|<p lang="en">.*?</p>', re.DOTALL)
"""What programs write, and what a page itself says is English: it is for whoever has made an app."""

NO_PAGES = {
    "account/apps/<int:app>/end": "takes a form",
    "account/apps/webhooks/<str:webhook>/end": "takes a form",
    "account/tokens/<id:token>/end": "takes a form",
    "account/email/again/": "takes a form",
    "account/data/<id:export>/<count:number>/": "is a file",
    "account/2fa/recovery-codes/download/": "is a file",
    "account/2fa/webauthn/login/": "is what a script asks",
    "account/login/code/confirm/": "leads on: nobody is sent a code to sign in with",
    "account/oidc/(?P<provider_id>[^/]+)/login/callback/": "leads on",
    "account/notices/stop/<str:token>": "speaks as the mail does that leads there",
    "oauth/not-me": "takes a form",
}
"""Addresses below which nothing is to be read, and why."""


# -- which pages there are


def routes(found: Any = None, before: str = "") -> Iterator[str]:
    """Where the pages are, as `django.urls.resolve` says it; what only leads elsewhere is left out."""
    for one in found or get_resolver().url_patterns:
        route = before + str(one.pattern).removeprefix("^")
        if isinstance(one, URLResolver):
            yield from routes(one.url_patterns, route)
        elif PAGES.match(f"/{route}") and getattr(one.callback, "view_class", None) != RedirectView:
            yield route


# -- what is to be seen on them


def player_of(visitor: Visitor) -> Player:
    return Player.objects.get(pk=visitor.client.session["_auth_user_id"])


def signed_out() -> Iterator[str]:
    yield from map(
        reverse,
        (
            "account_login",
            "account_signup",
            "account_recover",
            "account_reset_password",
            "account_reset_password_done",
            "account_reset_password_from_key_done",
            "account_email_verification_sent",
            "account_inactive",
            "socialaccount_login_cancelled",
        ),
    )
    yield reverse("openid_connect_login", args=["club"])


def signed_in() -> Iterator[str]:
    yield from map(
        reverse,
        (
            "account",
            "oauth2_provider:apps",
            "account_change_password",
            "account_data",
            "account_email",
            "account_leave",
            "account_logout",
            "account_name",
            "account_reauthenticate",
            "account_recovery_code",
            "account_tokens",
            "mfa_activate_totp",
            "mfa_add_webauthn",
            "mfa_index",
            "mfa_list_webauthn",
            "oauth2_provider:device",
            "socialaccount_connections",
            "usersessions_list",
        ),
    )


def with_second_steps(passkey: int) -> Iterator[str]:
    yield from map(
        reverse,
        (
            "mfa_deactivate_totp",
            "mfa_generate_recovery_codes",
            "mfa_index",
            "mfa_list_webauthn",
            "mfa_reauthenticate",
            "mfa_reauthenticate_webauthn",
            "mfa_view_recovery_codes",
        ),
    )
    yield reverse("mfa_edit_webauthn", args=[passkey])
    yield reverse("mfa_remove_webauthn", args=[passkey])


class Reader:
    """Opens each page in both languages, and keeps what it has found."""

    def __init__(self) -> None:
        self.opened: set[str] = set()
        self.left: dict[str, set[str]] = {}
        """Texts that are the same in both, by their pages."""

    def opens(self, visitor: Visitor, path: str, *given: str, status: int = 200) -> None:
        """Look at one page, on which these names and what is made of them may stand."""
        bare = path.partition("?")[0]
        pages = [_in(language, visitor, path) for language in (GERMAN, ENGLISH)]
        for page, language in zip(pages, ("de", "en"), strict=True):
            assert (page.status, page.path) == (status, bare), page.html
            assert f'<html lang="{language}">' in page.html, path
        self.opened.add(resolve(bare).route)
        german, english = (_said(page, given) for page in pages)
        assert german - SAME, path
        if same := (german & english) - SAME - GIVEN:
            self.left[path] = same


def _in(language: str, visitor: Visitor, path: str) -> Page:
    visitor.client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    return visitor.visit(path)


def _said(page: Page, given: tuple[str, ...]) -> set[str]:
    """The texts of a page without these names: what is left of them has letters."""
    found = (one.removesuffix(" · tideapi") for one in texts(UNTRANSLATED.sub("", page.html)))
    cut = (
        " ".join(word for word in one.split() if not any(name in word for name in given))
        for one in found
    )
    return {one for one in cut if LETTERS.search(one)}


@pytest.fixture
def reader() -> Reader:
    return Reader()


def has_a_second_step(player: Player) -> int:
    """An app, a passkey and spare codes; gives the passkey's number."""
    TOTP.activate(player, generate_totp_secret())
    RecoveryCodes.activate(player)
    number: int = WebAuthn.add(player, "Passkey 1", credential()).instance.pk
    return number


def has_webhooks(player: Player, app: AppRow) -> None:
    for one in ({"url": "https://board.example/own"}, {"endpoint": app}):
        Webhook.objects.create(player=player, after=0, feed_cursor=0, created_at=now(), **one)


@needs("social")
def test_no_text_of_any_page_is_the_same_in_both(reader: Reader, name: str) -> None:
    visitor = Visitor()
    for path in signed_out():
        reader.opens(visitor, path)
    reader.opens(visitor, reverse("socialaccount_login_error"), status=401)
    comes_from_the_club(visitor)
    reader.opens(visitor, reverse("socialaccount_signup"))
    visitor = Visitor()
    visitor.signs_up(name, email=f"{name}@tide.example")
    verifies = link(letters()[0])
    reader.opens(visitor, verifies, name)
    reader.opens(visitor, f"{verifies.removesuffix('/')}x/", name)
    visitor.fill(verifies)
    visitor.fill("/account/password/reset/", email=f"{name}@tide.example")
    reader.opens(visitor, visitor.visit(link(letters()[0])).path, name)
    visitor.fill("/account/reauthenticate/", password=PASSWORD)
    comes_from_the_club(visitor, "/account/3rdparty/", process="connect")
    player = player_of(visitor)
    Token.issue(player, name, scopes=LENT)
    for path in signed_in():
        reader.opens(visitor, path, name)
    app = App()
    question = app.question(" ".join(LENT))
    reader.opens(visitor, question, name)
    reader.opens(visitor, app.question(redirect_uri="https://else.example/"), name, status=400)
    code = Terminal().begins().json()["user_code"]
    reader.opens(visitor, reverse("oauth2_provider:device-confirm", args=[code]), name, code)
    reader.opens(
        visitor, reverse("oauth2_provider:device-confirm", args=["XXXX"]), name, status=404
    )
    app.signs_in(visitor.client)
    Token.objects.update(last_used_at=now())
    has_webhooks(player, AppRow.objects.get(client_id=app.id))
    for path in map(reverse, ("oauth2_provider:apps", "account_tokens")):
        reader.opens(visitor, path, name)
    exports.start_export(player)
    reader.opens(visitor, reverse("account_data"), name)
    workers_gather()
    reader.opens(visitor, reverse("account_data"), name)
    for path in with_second_steps(has_a_second_step(player)):
        reader.opens(visitor, path, name)
    visitor.fill("/account/name/", username=f"{name}-2")
    reader.opens(visitor, reverse("account_name"), f"{name}-2")
    other = Visitor("192.0.2.1")
    other.signs_in(f"{name}-2")
    reader.opens(other, reverse("mfa_authenticate"), name)
    closure.ask_for_ending(player, AccountDeletion.RequestedBy.OPERATOR)
    visitor.client.force_login(player, "players.backend.Passwords")
    reader.opens(visitor, reverse("account_leave"), f"{name}-2")
    player.set_unusable_password()
    player.save(update_fields=["password"])
    player.refresh_from_db()
    visitor.client.force_login(player, "players.backend.Passwords")
    reader.opens(visitor, reverse("account_set_password"), f"{name}-2")
    assert reader.left == {}
    assert {*routes()} - reader.opened == NO_PAGES.keys()
