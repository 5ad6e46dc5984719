"""Sessions, second steps, and letters about places that nobody has seen before."""

import time
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth
from allauth.usersessions.models import UserSession

from common.db import encrypted
from players import housekeeping
from players.models import Player, StoredSession
from players.pages import second_steps
from tests.app.api.refusals import refused
from tests.app.pages.visitor import Page, Visitor, letters, link
from tests.counting_server import counting_server
from tests.people import PASSWORD, Person

pytestmark = pytest.mark.django_db
ELSEWHERE = "192.0.2.1"


def test_all_other_sessions_can_be_ended(name: str, ann: Visitor) -> None:
    other = Visitor(ELSEWHERE)
    other.signs_in(name)
    page = ann.visit("/account/sessions/")
    assert ELSEWHERE in page.html
    assert page.html.count("(this one)") == 1
    page = ann.fill("/account/sessions/")
    assert "All other sessions have ended." in page.html
    assert ELSEWHERE not in page.html
    assert ann.is_in()
    assert not other.is_in()


def test_what_was_noted_of_a_session_goes_with_it(name: str, ann: Visitor) -> None:
    other = Visitor(ELSEWHERE)
    other.signs_in(name)
    StoredSession.objects.filter(session_key=other.client.session.session_key).delete()
    assert housekeeping.remove_expired()["traces of sessions"] == 1
    assert UserSession.objects.get().session_key == ann.client.session.session_key


@pytest.mark.parametrize("how", ["its page", "the list"])
def test_a_session_that_an_operator_removes_has_ended(how: str, name: str, ann: Visitor) -> None:
    other = Visitor(ELSEWHERE)
    other.signs_in(name)
    row = UserSession.objects.get(session_key=other.client.session.session_key)
    Player.objects.update(is_staff=True, is_superuser=True)
    if how == "its page":
        ann.fill(f"/admin/usersessions/usersession/{row.pk}/delete/", post="yes")
    else:
        chosen = {"action": "delete_selected", "_selected_action": str(row.pk), "post": "yes"}
        ann.fill("/admin/usersessions/usersession/", **chosen)
    assert not UserSession.objects.filter(pk=row.pk).exists()
    assert not other.is_in()
    assert ann.is_in()


# -- a second step


def code(secret: str) -> str:
    """The code of this half minute, as an app shows it."""
    counter = int(time.time()) // 30
    return str(auth.format_hotp_value(auth.hotp_value(secret, counter)))


def goes_to(visitor: Visitor, path: str) -> Page:
    """Opens a page, and says once more who she is if she is asked."""
    page = visitor.visit(path)
    if page.path.startswith("/account/reauthenticate/"):
        page = visitor.fill(page.path, password=PASSWORD, next=path)
    return page


@pytest.fixture
def app(ann: Visitor) -> str:
    """The secret of the app that ann has set up."""
    page = goes_to(ann, "/account/2fa/totp/activate/")
    assert "data:image/svg" in page.html
    assert "This is not the right code." in ann.fill(page.path, code="000000").html
    page = goes_to(ann, "/account/2fa/totp/activate/")
    secret: str = ann.client.session[auth.SECRET_SESSION_KEY]
    assert secret in page.html
    # The page is not opened once more: it would show another secret.
    token = page.html.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
    sent = {"code": code(secret), "csrfmiddlewaretoken": token}
    said = Page(ann.client.post("/account/2fa/totp/activate/", sent, follow=True))
    assert "Spare codes" in said.html
    return secret


def test_with_an_app_the_password_alone_signs_nobody_in(name: str, ann: Visitor, app: str) -> None:
    visitor = Visitor(ELSEWHERE)
    page = visitor.signs_in(name)
    assert page.path == "/account/2fa/authenticate/"
    assert not visitor.is_in()
    wish = {"username": name, "password": PASSWORD}
    refused(Person().post("/me/tokens", wish), 403, "second_step_needed")
    refused(Person().post("/me/tokens", {**wish, "password": "x"}), 401, "wrong_credentials")


def test_nor_into_the_admin(name: str, ann: Visitor, app: str) -> None:
    Player.objects.update(is_staff=True, is_superuser=True)
    visitor = Visitor(ELSEWHERE)
    page = visitor.fill("/admin/login/", username=name, password=PASSWORD)
    assert "This account has a second step." in page.html
    assert visitor.visit("/admin/").path.startswith("/admin/login/")
    assert ann.visit("/admin/").path == "/admin/", "who has signed in on the pages is in"


def test_operators_see_second_steps_without_their_secrets(
    name: str, ann: Visitor, app: str
) -> None:
    Player.objects.update(is_staff=True, is_superuser=True)
    row = Authenticator.objects.get(type="totp")
    shown = ann.visit(f"/admin/mfa/authenticator/{row.pk}/change/")
    assert (shown.status, name in shown.html, "secret" in shown.html) == (200, True, False)
    assert ann.fill(f"/admin/mfa/authenticator/{row.pk}/delete/", post="yes").status == 200
    assert not Authenticator.objects.filter(type="totp").exists()


def test_a_spare_code_signs_in_once(name: str, ann: Visitor, app: str) -> None:
    page = goes_to(ann, "/account/2fa/recovery-codes/")
    spare = page.html.partition("<pre><code>")[2].partition("\n")[0]
    assert len(spare) == 8
    for path in ("/account/", "/account/2fa/authenticate/"):
        visitor = Visitor(ELSEWHERE)
        visitor.signs_in(name)
        assert visitor.fill("/account/2fa/authenticate/", code=spare).path == path


def test_guesses_at_codes_are_counted(name: str, ann: Visitor, app: str) -> None:
    visitor = Visitor(ELSEWHERE)
    visitor.signs_in(name)
    said = [visitor.fill("/account/2fa/authenticate/", code="000000").html for _ in range(11)]
    assert "This is not the right code." in said[9]
    assert "Too many wrong codes." in said[10]


def test_without_the_counting_server_codes_are_still_asked_for(
    name: str, ann: Visitor, app: str
) -> None:
    visitor = Visitor(ELSEWHERE)
    with counting_server():
        visitor.signs_in(name)
        for _ in range(12):
            said = visitor.fill("/account/2fa/authenticate/", code="000000").html
    assert "This is not the right code." in said


def test_secrets_of_second_steps_lie_encrypted_and_are_resealed(
    ann: Visitor, app: str, settings: Any
) -> None:
    kept = Authenticator.objects.get(type="totp").data["secret"]
    assert app not in kept
    settings.TIDE_KEYS = [encrypted.new_key(), encrypted.derive_key(settings.SECRET_KEY)]
    assert second_steps.reseal() == (2, [])
    settings.TIDE_KEYS = settings.TIDE_KEYS[:1]
    row = Authenticator.objects.get(type="totp")
    assert second_steps.SecondSteps().decrypt(row.data["secret"]) == app


# -- places


@pytest.fixture
def mailed(name: str) -> Visitor:
    """A player with a verified address, signed in where she has signed up."""
    visitor = Visitor()
    visitor.signs_up(name, email=f"{name}@tide.example")
    visitor.fill(link(letters()[0]))
    return visitor


def signs_in_by_call(name: str, address: str, agent: str = "curl/8") -> Any:
    wish = {"username": name, "password": PASSWORD}
    headers = {"X-Forwarded-For": address, "User-Agent": agent}
    return Person().call("POST", "/me/tokens", wish, headers=headers)


def test_a_sign_in_from_a_new_place_is_told(name: str, mailed: Visitor) -> None:
    Visitor(ELSEWHERE).signs_in(name)
    (letter,) = letters()
    assert letter.subject == "Signed in from a new place"
    assert ELSEWHERE in letter.body
    assert signs_in_by_call(name, "192.0.2.99", "tidy <client> & co").status == 201
    (letter,) = letters()
    assert "192.0.2.99" in letter.body
    assert "tidy <client> & co" in letter.body


def test_one_from_a_place_that_is_known_is_not(name: str, mailed: Visitor) -> None:
    Visitor().signs_in(name)
    assert letters() == []
    Visitor(ELSEWHERE).signs_in(name)
    assert len(letters()) == 1
    Visitor(ELSEWHERE).signs_in(name)
    signs_in_by_call(name, ELSEWHERE)
    assert letters() == []


def test_a_wrong_password_tells_nobody_anything(name: str, mailed: Visitor) -> None:
    Visitor(ELSEWHERE).signs_in(name, "sea-urchin")
    assert letters() == []


def test_while_places_are_forgotten_nothing_is_told(name: str, mailed: Visitor) -> None:
    with counting_server():
        Visitor(ELSEWHERE).signs_in(name)
    assert letters() == []


def test_an_address_that_is_not_verified_is_told_nothing(name: str) -> None:
    Visitor().signs_up(name, email=f"{name}@tide.example")
    letters()
    Visitor(ELSEWHERE).signs_in(name)
    assert letters() == []
