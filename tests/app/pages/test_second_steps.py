"""Second steps: without one the password signs nobody in, and each code is good once."""

import re
import time

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth

from common.db import encrypted
from players.models import Player
from players.pages import second_steps
from tests.app.api.refusals import refused
from tests.app.pages.visitor import Page, Visitor
from tests.counting_server import counting_server
from tests.people import PASSWORD, Person

pytestmark = pytest.mark.django_db
ELSEWHERE = "192.0.2.1"
SET_UP = "/account/2fa/totp/activate/"
ASKED = "/account/2fa/authenticate/"
WRONG = "This is not the right code."


def code_of(secret: str, halves: int = 0) -> str:
    """Return the code of this half minute, or of one so many later, as an authenticator shows it."""
    counter = int(time.time()) // 30 + halves
    return str(auth.format_hotp_value(auth.hotp_value(secret, counter)))


def set_up_authenticator(visitor: Visitor) -> tuple[str, Page]:
    """Return the secret of a new authenticator, and the page with the spare codes."""
    page = visitor.confirm(visitor.visit(SET_UP), SET_UP)
    secret: str = visitor.client.session[auth.SECRET_SESSION_KEY]
    assert secret in page.html
    assert "data:image/svg" in page.html
    # The page is not opened once more: it would show another secret.
    return secret, visitor.submit(page, SET_UP, code=code_of(secret))


@pytest.fixture
def secret(ann: Visitor) -> str:
    """The secret of the authenticator that ann has set up."""
    secret, page = set_up_authenticator(ann)
    assert "Spare codes" in page.html
    return secret


def sign_in(name: str, code: str) -> bool:
    """Return whether somebody elsewhere is in by the password and this code."""
    visitor = Visitor(ELSEWHERE)
    page = visitor.signs_in(name)
    assert page.path == ASKED
    assert not visitor.is_in()
    visitor.fill(page.path, code=code)
    return visitor.is_in()


def test_the_password_alone_signs_nobody_in(name, ann, secret) -> None:
    assert not sign_in(name, "000000")
    wish = {"username": name, "password": PASSWORD}
    refused(Person().post("/me/tokens", wish), 403, "second_step_needed")
    refused(Person().post("/me/tokens", {**wish, "password": "x"}), 401, "wrong_credentials")
    Player.objects.update(is_staff=True, is_superuser=True)
    visitor = Visitor(ELSEWHERE)
    page = visitor.fill("/admin/login/", username=name, password=PASSWORD)
    assert "This account has a second step." in page.html
    assert visitor.visit("/admin/").path.startswith("/admin/login/")
    assert ann.visit("/admin/").path == "/admin/", "who has signed in on the pages is in"


def test_a_spare_code_signs_in_once(name, ann) -> None:
    _, page = set_up_authenticator(ann)
    spare, *_ = re.findall(r"\b\d{8}\b", page.html)
    assert sign_in(name, spare)
    assert not sign_in(name, spare)


def test_operators_see_no_secrets_of_second_steps(name, ann, secret) -> None:
    Player.objects.update(is_staff=True, is_superuser=True)
    row = Authenticator.objects.get(type="totp")
    shown = ann.visit(f"/admin/mfa/authenticator/{row.pk}/change/")
    assert (shown.status, name in shown.html, "secret" in shown.html) == (200, True, False)
    assert ann.fill(f"/admin/mfa/authenticator/{row.pk}/delete/", post="yes").status == 200
    assert not Authenticator.objects.filter(type="totp").exists()


def test_guesses_at_codes_are_counted(name, ann, secret) -> None:
    def guess(times: int) -> list[str]:
        visitor = Visitor(ELSEWHERE)
        visitor.signs_in(name)
        return [visitor.fill(ASKED, code="000000").html for _ in range(times)]

    with counting_server():
        assert WRONG in guess(12)[-1]
    *_, tenth, last = guess(11)
    assert (WRONG in tenth, "Too many wrong codes." in last) == (True, True)


def test_secrets_lie_encrypted_and_are_resealed(ann, secret, settings) -> None:
    assert secret not in Authenticator.objects.get(type="totp").data["secret"]
    settings.TIDE_KEYS = [encrypted.new_key(), encrypted.derive_key(settings.SECRET_KEY)]
    assert second_steps.reseal() == (2, [])
    settings.TIDE_KEYS = settings.TIDE_KEYS[:1]
    row = Authenticator.objects.get(type="totp")
    assert second_steps.SecondSteps().decrypt(row.data["secret"]) == secret


def test_a_code_signs_in_once_in_the_whole_minute_in_which_it_fits(name, ann, monkeypatch) -> None:
    began = time.time()
    now = [began]
    monkeypatch.setattr(time, "time", lambda: now[0])
    secret, _ = set_up_authenticator(ann)
    # The code that sets an authenticator up signs nobody in.
    assert not sign_in(name, code_of(secret))
    now[0] = began + 60
    given = code_of(secret, 1)
    assert sign_in(name, given)
    # allauth itself remembers a code for half a minute, and takes it for longer.
    now[0] = began + 60 + 45
    monkeypatch.setattr("allauth.mfa.totp.internal.auth.cache.add", lambda *_, **__: True)
    assert not sign_in(name, given)
    assert sign_in(name, code_of(secret, 1))
