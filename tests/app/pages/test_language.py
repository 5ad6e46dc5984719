"""What the pages of an account and of apps say, in the language of who reads them."""

import re
from collections.abc import Iterator
from typing import Any, cast

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.utils.functional import SimpleLazyObject
from django.utils.translation import get_language, gettext, override

from common.rest.scopes import SCOPES
from players.models import Player
from players.pages.language import LanguageMiddleware
from players.privacy.parts import all_parts
from tests.app.oauth.app import App
from tests.app.oauth.test_device import Terminal
from tests.app.pages.visitor import TOKEN, Page, Visitor, letters, link
from tests.people import PASSWORD

pytestmark = pytest.mark.django_db

GERMAN = "de-AT,de;q=0.9,en;q=0.5"
ENGLISH = re.compile(
    r"\b(the|this|that|you|your|it|its|is|are|has|have|for|from|with|of|to|and|not|sign|address"
    r"|password|letter|sessions|none|made|ended|wrong|again)\b",
    re.IGNORECASE,
)
TAGS = re.compile(r"<script.*?</script>|<[^>]*>", re.DOTALL)


@pytest.fixture
def reader(db: None) -> Visitor:
    """Somebody whose browser is German."""
    visitor = Visitor()
    visitor.client.defaults["HTTP_ACCEPT_LANGUAGE"] = GERMAN
    return visitor


def english(page: Page) -> list[str]:
    return ENGLISH.findall(TAGS.sub(" ", page.html))


def all_pages(visitor: Visitor, name: str) -> Iterator[Page]:
    """From the first page to a new password, with what is said when a form is not right."""
    yield visitor.visit("/account/signup/")
    yield visitor.signs_up("?", email="no address")
    yield visitor.signs_up(name, email=f"{name}@tide.example")
    yield visitor.visit("/account/email/")
    (letter,) = letters()
    verifies = link(letter)
    yield visitor.visit(verifies)
    yield visitor.fill(verifies)
    yield visitor.visit(verifies)
    yield visitor.visit("/account/")
    yield visitor.visit("/account/email/")
    yield visitor.fill("/account/email/", email=f"{name}@else.example", action_add="")
    # That takes the password again.
    yield visitor.visit("/account/reauthenticate/")
    yield visitor.visit("/account/logout/")
    yield visitor.fill("/account/logout/")
    yield visitor.visit("/account/login/")
    yield visitor.signs_in(name, "wrong-and-long-enough")
    yield visitor.visit("/account/password/reset/")
    letters()
    yield visitor.fill("/account/password/reset/", email=f"{name}@tide.example")
    (letter,) = letters()
    yield visitor.visit(link(letter))
    yield visitor.fill(link(letter), password1="1234")
    yield visitor.fill(link(letter), password1=f"{PASSWORD}-2")
    yield visitor.visit(link(letter))


def test_a_german_browser_is_shown_german(reader: Visitor, name: str) -> None:
    for page in all_pages(reader, name):
        assert page.status == 200, page.path
        assert '<html lang="de">' in page.html, page.path
        assert english(page) == [], page.path


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("/api/v1/nothing", "Unter dieser Adresse ist nichts"),
        ("/account/login/", '<html lang="de">'),
        (f"/play/{'a' * 26}", '<html lang="de">'),
        ("/play/seat/x", '<html lang="de">'),
    ],
)
def test_the_api_and_pages_read_the_same_from_a_header(
    client: Client, address: str, said: str
) -> None:
    sent = {"Accept-Language": "de_DE.UTF-8, en;q=0.5", "Accept": "text/html"}
    assert said in client.get(address, headers=sent).content.decode()


def test_everybody_else_is_shown_english(db: None, name: str) -> None:
    for page in all_pages(Visitor(), name):
        assert '<html lang="en">' in page.html, page.path
        assert english(page), page.path


# -- what is said of what somebody does


def what_is_done(visitor: Visitor, name: str) -> Iterator[Page]:
    """One thing after another, each rightly and wrongly, and what the server says of it."""
    visitor.signs_up(name)
    visitor.fill("/account/reauthenticate/", password=PASSWORD)
    yield visitor.fill("/account/tokens/")
    yield visitor.fill("/account/tokens/", name="kitchen", scopes="game:read")
    yield presses_end(visitor, "/account/tokens/")
    yield visitor.fill("/account/name/", username="?")
    yield visitor.fill("/account/name/", username="admin")
    yield visitor.fill("/account/name/", username=f"{name}-2")
    yield visitor.fill("/account/name/", username=f"{name}-2")
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
    App().signs_in(visitor.client)
    yield presses_end(visitor, "/account/apps/")
    yield visitor.fill("/account/data/")
    yield visitor.fill("/account/data/")
    yield visitor.fill("/account/leave/", password="wrong-and-long-enough")
    yield visitor.fill("/account/leave/", password=f"{PASSWORD}-2")
    yield visitor.fill("/account/leave/", keep="yes")
    yield visitor.fill("/account/leave/", keep="yes")
    yield visitor.fill("/account/recover/", username=name, code="?", password=PASSWORD)


def presses_end(visitor: Visitor, path: str) -> Page:
    """The first button of a page that ends something."""
    page = visitor.visit(path)
    found, token = re.search(r'action="([^"]+/end)"', page.html), TOKEN.search(page.html)
    assert found
    assert token
    sent = {"csrfmiddlewaretoken": token[1]}
    return Page(visitor.client.post(found[1], sent, follow=True))


def test_what_is_said_of_it_is_german(reader: Visitor, name: str) -> None:
    for page in what_is_done(reader, name):
        assert '<html lang="de">' in page.html, page.path
        assert english(page) == [], page.path


def test_second_steps_are_spoken_of_in_german(reader: Visitor, name: str) -> None:
    reader.signs_up(name)
    player = Player.objects.get(username=name)
    TOTP.activate(player, generate_totp_secret())
    RecoveryCodes.activate(player)
    reader.fill("/account/reauthenticate/", password=PASSWORD)
    for path in ("recovery-codes/generate/", "reauthenticate/", "totp/deactivate/"):
        page = reader.fill(f"/account/2fa/{path}", code="000000")
        assert page.status == 200, path
        assert english(page) == [], path


def test_all_that_ends_with_an_account_and_all_that_apps_may_do_has_german() -> None:
    said = [*SCOPES.values(), *(part.ends for part in all_parts() if part.ends)]
    with override("de"):
        assert [one for one in said if gettext(one) == one] == []


# -- what is refused


def test_a_refusal_is_german(reader: Visitor, ann: Visitor) -> None:
    ann.fill("/account/reauthenticate/", password=PASSWORD)
    reader.client.cookies = ann.client.cookies
    for path, status, said in (
        ("/account/nowhere/", 404, "Unter dieser Adresse ist nichts."),
        ("/account/data/nothing/1/", 404, "Ein solches Archiv hast du nicht."),
        ("/account/email/again/", 405, "Diese Adresse kennt nur die Methode POST."),
    ):
        page = reader.visit(path)
        assert (page.status, said in page.html) == (status, True), page.html
        assert '<html lang="de">' in page.html
        assert english(page) == [], path


def test_a_form_that_has_expired_is_refused_in_german(reader: Visitor) -> None:
    page = Page(reader.client.post("/account/login/", {}))
    assert (page.status, english(page)) == (403, [])
    assert "Dieses Formular ist abgelaufen" in page.html


def test_too_many_guesses_are_refused_in_german(reader: Visitor, name: str, settings: Any) -> None:
    settings.TIDE_LIMITS = {**settings.TIDE_LIMITS, "wrong_passwords": (0, 3600)}
    page = reader.fill("/account/recover/", username=name, code="?", password=PASSWORD)
    assert (page.status, english(page)) == (429, [])
    assert "Zu viele falsche Passwörter. Versuch es in" in page.html


# -- what stays English


def test_oauth_answers_programs_in_english(reader: Visitor) -> None:
    said = reader.client.post("/oauth/token", {"grant_type": "refresh_token"})
    assert said.status_code == 400
    assert reader.visit("/oauth/device-authorization").status == 405


def test_the_admin_is_english(reader: Visitor) -> None:
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


def test_who_verifies_an_address_knows_what_comes_there(reader: Visitor, name: str) -> None:
    reader.signs_up(name, email=f"{name}@tide.example")
    (letter,) = letters()
    assert "wenn du dran bist" in " ".join(letter.body.split())
