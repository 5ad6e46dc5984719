"""Signing up, in and out on the pages, here and by an account elsewhere; sessions and new places."""

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession

from players import housekeeping
from players.models import Player, StoredSession
from tests.app.pages.club import comes_from_the_club
from tests.app.pages.visitor import Visitor, letters
from tests.counting_server import counting_server
from tests.optional_packages import needs
from tests.people import PASSWORD, Person

pytestmark = pytest.mark.django_db
ELSEWHERE = "192.0.2.1"
TAKEN = "Another player has this username, or one that looks like it."


def test_who_signs_up_is_in_and_has_an_account_for_the_api_too(name) -> None:
    visitor = Visitor()
    page = visitor.signs_up(name, email=f"{name}@Tide.example")
    assert (page.status, page.path) == (200, "/account/")
    assert f"<h1>{name}</h1>" in page.html
    assert "A letter was sent" in page.html
    said = Person().post("/me/tokens", {"username": name, "password": PASSWORD})
    assert said.status == 201
    me = Person(said.json["token"]).get("/me").json
    assert (me["email"], me["email_verified"]) == (f"{name}@tide.example", False)
    # Without an address, a recovery code is offered.
    assert Visitor().signs_up(f"{name}2").path == "/account/recovery/"


def test_that_a_letter_was_sent_is_said_at_once_or_not_at_all(name) -> None:
    visitor = Visitor()
    page = visitor.signs_up(name, email=f"{name}@tide.example", next="/home")
    assert (page.status, page.path) == (200, "/home")
    assert "A letter was sent" not in visitor.visit("/account/").html


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        *(("username", "-ann", "2 to 30 letters"), ("username", "BOB", TAKEN)),
        *(("password1", "12345678", "too common"), ("email", "nowhere", "valid email")),
    ],
)
def test_faults_stand_beside_fields(name, bob, field: str, value: str, said: str) -> None:
    sent = {"username": name, "password1": PASSWORD} | {field: value}
    page = Visitor().fill("/account/signup/", **sent)
    at = page.html.index(f'id="id_{field}_error"')
    assert said in page.html[at : at + 200]
    assert Player.objects.get().username == "bob"


def test_the_address_is_needed_where_the_operator_says_so(name, settings) -> None:
    settings.TIDE_EMAIL_REQUIRED = True
    settings.ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
    assert "This field is required." in Visitor().signs_up(name).html
    said = Person().post("/players", {"username": name, "password": PASSWORD})
    assert (said.status, said.json["errors"][0]["pointer"]) == (400, "/email")
    assert not Player.objects.exists()


def test_signing_in_and_out_until_the_account_is_closed(name, ann) -> None:
    assert ann.is_in()
    ann.fill("/account/logout/")
    assert not ann.is_in()
    assert "Username and password do not fit." in ann.signs_in(name, "sea-urchin").html
    assert not ann.is_in()
    assert ann.signs_in(name.upper()).path == "/account/"
    Player.objects.filter(username=name).update(is_active=False)
    assert not ann.is_in()
    assert Visitor().signs_in(name).path != "/account/"


def test_a_player_takes_another_name_once(ann, name, bob) -> None:
    page = "/account/name/"
    assert "not given to players." in ann.fill(page, username="admin").html
    assert "2 to 30 letters" in ann.fill(page, username="-").html
    assert "or one that looks like it" in ann.fill(page, username="b0b").html
    assert Player.objects.filter(username=name).exists()
    assert f"You are x{name} now." in ann.fill(page, username=f"x{name}").html
    assert Player.objects.filter(username=f"x{name}").exists()
    again = ann.visit(page).html
    assert ("You may take another name from" in again, 'name="username"' in again) == (True, False)


def test_all_other_sessions_can_be_ended_with_their_traces(name, ann) -> None:
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
    other.signs_in(name)
    StoredSession.objects.filter(session_key=other.client.session.session_key).delete()
    assert housekeeping.remove_expired()["traces of sessions"] == 1
    assert UserSession.objects.get().session_key == ann.client.session.session_key


@pytest.mark.parametrize("how", ["its page", "the list"])
def test_a_session_that_an_operator_removes_has_ended(how: str, name, ann) -> None:
    other = Visitor(ELSEWHERE)
    other.signs_in(name)
    row = UserSession.objects.get(session_key=other.client.session.session_key)
    Player.objects.update(is_staff=True, is_superuser=True)
    path, sent = "/admin/usersessions/usersession/", {"post": "yes"}
    if how == "its page":
        path += f"{row.pk}/delete/"
    else:
        sent |= {"action": "delete_selected", "_selected_action": str(row.pk)}
    ann.fill(path, **sent)
    assert not UserSession.objects.filter(pk=row.pk).exists()
    assert not other.is_in()
    assert ann.is_in()


def sign_in_by_call(name: str, address: str, agent: str) -> None:
    wish = {"username": name, "password": PASSWORD}
    headers = {"X-Forwarded-For": address, "User-Agent": agent}
    assert Person().call("POST", "/me/tokens", wish, headers=headers).status == 201


def test_a_new_place_is_told_once_to_a_verified_address(name, mailed) -> None:
    EmailAddress.objects.update(verified=False)
    Visitor("192.0.2.3").signs_in(name)
    EmailAddress.objects.update(verified=True)
    Visitor().signs_in(name)
    Visitor(ELSEWHERE).signs_in(name, "sea-urchin")
    with counting_server():
        Visitor(ELSEWHERE).signs_in(name)
    # Nor is a known place told, a wrong password, or a sign-in while places are forgotten.
    assert letters() == []
    Visitor(ELSEWHERE).signs_in(name)
    (letter,) = letters()
    assert letter.subject == "Signed in from a new place"
    assert ELSEWHERE in letter.body
    sign_in_by_call(name, ELSEWHERE, "curl/8")
    assert letters() == []
    sign_in_by_call(name, "192.0.2.99", "tidy <client> & co")
    (letter,) = letters()
    assert "192.0.2.99" in letter.body
    assert "tidy <client> & co" in letter.body


@needs("social")
def test_an_account_elsewhere_opens_its_own(name, club, mailed) -> None:
    visitor = Visitor()
    assert "Sign in with Our club" in visitor.visit("/account/login/").html
    page = comes_from_the_club(visitor)
    assert "Under which name do you play here?" in page.html
    page = visitor.fill(page.path, username=f"{name}2", email=f"{name}@club.example")
    assert f"<h1>{name}2</h1>" in page.html
    assert club.asked[0]["client_secret"] == ["shells"]
    assert "code_verifier" in club.asked[0]
    player = Player.objects.get(username=f"{name}2")
    assert (player.email, player.has_usable_password()) == (f"{name}@club.example", False)
    assert comes_from_the_club(Visitor(ELSEWHERE)).path == "/account/"
    assert Player.objects.count() == 2
    # Another one whose address is that of a player opens nothing until the player connects it.
    club.person |= {"sub": "another", "email": f"{name}@tide.example"}
    page = comes_from_the_club(Visitor(ELSEWHERE))
    assert "Under which name do you play here?" in page.html
    mailed.fill("/account/reauthenticate/", password=PASSWORD)
    page = comes_from_the_club(mailed, "/account/3rdparty/", process="connect")
    assert "With these accounts elsewhere you can sign in here." in page.html
    page = comes_from_the_club(Visitor("192.0.2.2"))
    assert (page.path, f"<h1>{name}</h1>" in page.html) == ("/account/", True)


@needs("social")
def test_the_form_may_end_on_a_server_of_the_operators(club, settings) -> None:
    (known,) = settings.TIDE_SIGN_IN_PROVIDERS
    policy = Visitor().visit("/account/login/").headers["Content-Security-Policy"]
    assert f"form-action 'self' https: {known['server']}" in policy.split("; ")
    settings.TIDE_SIGN_IN_PROVIDERS = []
    page = Visitor().visit("/account/login/")
    assert "Our club" not in page.html
    assert "form-action 'self'" in page.headers["Content-Security-Policy"].split("; ")
    assert Visitor().visit("/account/oidc/club/login/").status == 404
