"""What the pages of an account and of apps say, in the language of who reads them."""

import re
from collections.abc import Iterator
from typing import Any, cast

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.translation import get_language

from common.rest.scopes import LENT
from players.models import Player
from players.pages.language import LanguageMiddleware
from tests.app.oauth.app import App, Terminal
from tests.app.pages.visitor import Page, Visitor, letters, link
from tests.optional_packages import needs
from tests.people import PASSWORD

pytestmark = pytest.mark.django_db

GERMAN = "de-AT,de;q=0.9,en;q=0.5"
ENGLISH = re.compile(
    r"\b(the|this|that|you|your|it|its|is|are|has|have|for|from|with|of|to|and|not|sign|address"
    r"|password|letter|sessions|none|made|ended|wrong|again)\b",
    re.IGNORECASE,
)
TAGS = re.compile(r"<script.*?</script>|<[^>]*>", re.DOTALL)


SIGNED_OUT = """
    account_login account_signup account_recover account_reset_password account_reset_password_done
    account_reset_password_from_key_done account_email_verification_sent account_inactive
    socialaccount_login_cancelled
"""
SIGNED_IN = """
    account oauth2_provider:apps account_change_password account_data account_email account_leave
    account_logout account_name account_reauthenticate account_recovery_code account_tokens
    mfa_activate_totp mfa_add_webauthn mfa_index mfa_list_webauthn oauth2_provider:device
    socialaccount_connections usersessions_list
"""
WITH_SECOND_STEPS = """
    mfa_deactivate_totp mfa_generate_recovery_codes mfa_index mfa_list_webauthn mfa_reauthenticate
    mfa_view_recovery_codes
"""


def signed_out() -> Iterator[str]:
    yield from map(reverse, SIGNED_OUT.split())
    yield reverse("openid_connect_login", args=["club"])


def signed_in() -> Iterator[str]:
    yield from map(reverse, SIGNED_IN.split())


@pytest.fixture
def reader(db: None) -> Visitor:
    """Somebody whose browser is German."""
    visitor = Visitor()
    visitor.client.defaults["HTTP_ACCEPT_LANGUAGE"] = GERMAN
    return visitor


def english(page: Page) -> list[str]:
    return ENGLISH.findall(TAGS.sub(" ", page.html))


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("/api/v1/nothing", "Unter dieser Adresse ist nichts"),
        ("/account/login/", '<html lang="de">'),
        (f"/play/{'a' * 26}", '<html lang="de">'),
        ("/play/seat/x", '<html lang="de">'),
    ],
)
def test_the_api_and_pages_read_the_same_header(client, address: str, said: str) -> None:
    sent = {"Accept-Language": "de_DE.UTF-8, en;q=0.5", "Accept": "text/html"}
    assert said in client.get(address, headers=sent).content.decode()


def walk_pages(visitor: Visitor, name: str) -> Iterator[Page]:
    """Do one thing after another, each rightly and wrongly; yield what the server says of it."""
    yield Page(visitor.client.post("/account/login/", {}))  # A form that has expired.
    yield from map(visitor.visit, signed_out())
    yield visitor.signs_up("?", email="no address")
    yield visitor.signs_up(name, email=f"{name}@tide.example")
    (letter,) = letters()
    yield visitor.fill(link(letter))
    yield visitor.visit(link(letter))
    yield visitor.fill("/account/logout/")
    yield visitor.signs_in(name, "wrong-and-long-enough")
    yield visitor.fill("/account/password/reset/", email=f"{name}@tide.example")
    (letter,) = letters()
    yield visitor.fill(link(letter), password1="1234")
    yield visitor.fill(link(letter), password1=PASSWORD)
    visitor.signs_in(name)
    yield visitor.fill("/account/email/", email=f"{name}@else.example", action_add="")
    visitor.fill("/account/reauthenticate/", password=PASSWORD)
    yield from map(visitor.visit, signed_in())
    for refused in ("nowhere/", "data/nothing/1/", "email/again/"):
        yield visitor.visit(f"/account/{refused}")
    yield visitor.fill("/account/tokens/")
    yield visitor.fill("/account/tokens/", name="kitchen", scopes="game:read")
    yield press_end(visitor, "/account/tokens/")
    for username in ("?", "admin", f"{name}-2", f"{name}-2"):
        yield visitor.fill("/account/name/", username=username)
    yield visitor.fill("/account/sessions/")
    yield visitor.fill("/account/reauthenticate/", password="wrong-and-long-enough")
    visitor.fill("/account/reauthenticate/", password=PASSWORD)
    yield visitor.fill("/account/recovery/")
    yield visitor.fill("/account/2fa/totp/activate/", code="000000")
    yield visitor.fill("/account/2fa/recovery-codes/generate/")
    yield visitor.fill("/account/3rdparty/")
    yield visitor.fill("/account/password/change/", oldpassword="wrong", password1="1234")
    yield visitor.fill("/account/password/change/", oldpassword=PASSWORD, password1=f"{PASSWORD}-2")
    yield visitor.fill("/oauth/device", user_code="no such code")
    for action in ("deny", "accept"):
        code = Terminal().begins().json()["user_code"]
        yield visitor.fill(f"/oauth/device/{code}", action=action, seen="on")
    app = App()
    yield visitor.visit(app.question(" ".join(LENT)))
    app.signs_in(visitor.client)
    yield press_end(visitor, "/account/apps/")
    yield from (visitor.fill("/account/data/") for _ in range(2))
    for password in ("wrong-and-long-enough", f"{PASSWORD}-2"):
        yield visitor.fill("/account/leave/", password=password)
    yield from (visitor.fill("/account/leave/", keep="yes") for _ in range(2))
    yield visitor.fill("/account/recover/", username=name, code="?", password=PASSWORD)


def press_end(visitor: Visitor, path: str) -> Page:
    """Press the first button of a page that ends something."""
    page = visitor.visit(path)
    found = re.search(r'action="([^"]+/end)"', page.html)
    assert found
    return visitor.submit(page, found[1])


@needs("social")
@pytest.mark.usefixtures("club")
def test_all_that_is_said_is_in_the_language_of_the_browser(reader, name) -> None:
    for page in walk_pages(reader, name):
        assert ('<html lang="de">' in page.html, english(page)) == (True, []), page.path
    page = Visitor().visit("/account/login/")
    assert '<html lang="en">' in page.html
    assert english(page)


def test_second_steps_are_spoken_of_in_german(reader, name) -> None:
    reader.signs_up(name)
    player = Player.objects.get(username=name)
    TOTP.activate(player, generate_totp_secret())
    RecoveryCodes.activate(player)
    reader.fill("/account/reauthenticate/", password=PASSWORD)
    for path in map(reverse, WITH_SECOND_STEPS.split()):
        page = reader.visit(path)
        assert (page.status, page.path, english(page)) == (200, path, []), path
    for path in ("recovery-codes/generate/", "reauthenticate/", "totp/deactivate/"):
        page = reader.fill(f"/account/2fa/{path}", code="000000")
        assert (page.status, english(page)) == (200, []), path


def test_a_letter_is_german_and_says_what_comes_to_the_address(reader, name) -> None:
    reader.signs_up(name, email=f"{name}@tide.example")
    (letter,) = letters()
    assert letter.subject == "Bestätige deine Adresse"
    for said in (f"Willkommen, {name}.", "Sie wurde automatisch gesendet", "wenn du dran bist"):
        assert said in " ".join(letter.body.split())


def test_too_many_guesses_are_refused_in_german(reader, name, settings) -> None:
    settings.TIDE_LIMITS = {**settings.TIDE_LIMITS, "wrong_passwords": (0, 3600)}
    page = reader.fill("/account/recover/", username=name, code="?", password=PASSWORD)
    assert (page.status, english(page)) == (429, [])
    assert "Zu viele falsche Passwörter. Versuch es in" in page.html


def test_programs_and_operators_are_answered_in_english(reader) -> None:
    assert reader.visit("/oauth/device-authorization").status == 405
    page = reader.visit("/admin/login/")
    assert '<html lang="en' in page.html
    assert "Password" in page.html


def test_where_nobody_can_be_asked_who_it_is_the_browser_says_the_language() -> None:
    def away() -> Any:
        raise OperationalError

    def page(request: HttpRequest) -> HttpResponse:
        return HttpResponse(get_language())

    request = RequestFactory().get("/account/", headers={"Accept-Language": GERMAN})
    request.user = cast("Player", SimpleLazyObject(away))
    assert LanguageMiddleware(page)(request).content == b"de"
