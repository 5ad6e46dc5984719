"""The table of this server: it needs no registration and no consent, and its codes go nowhere else."""

from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.test import Client

from players.models import App as Row
from players.models import Player
from tests.app.oauth.app import browser, pkce
from tests.people import SERVER, Person

pytestmark = pytest.mark.django_db
OWN = "http://testserver/signed-in"


@pytest.fixture
def anns(ann: Person) -> Client:
    return browser(ann)


def question(redirect: str = OWN, **more: str) -> tuple[str, str]:
    """Where the table sends the browser, and the verifier that it keeps."""
    verifier, challenge = pkce()
    asked = {
        "response_type": "code",
        "client_id": "table",
        "redirect_uri": redirect,
        "scope": "game:read game:play game:host",
        "state": "a-state",
        "code_challenge": challenge,
        "code_challenge_method": "S256",
    }
    return f"/oauth/authorize?{urlencode(asked | more)}", verifier


def test_who_is_signed_in_comes_back_with_a_code_and_gets_a_token(anns: Client) -> None:
    address, verifier = question()
    said = anns.get(address)
    assert said.status_code == 302
    assert said.headers["Location"].startswith(f"{OWN}?")
    back = parse_qs(urlsplit(said.headers["Location"]).query)
    stranger = Client()
    stranger.handler = SERVER
    sent = {
        "grant_type": "authorization_code",
        "client_id": "table",
        "redirect_uri": OWN,
        "code": back["code"][0],
        "code_verifier": verifier,
    }
    tokens = stranger.post("/oauth/token", sent).json()
    held = Person(tokens["access_token"])
    assert held.get("/me").json["username"] == "ann"


def test_who_is_not_signed_in_is_asked_to_and_led_back(ann: Person) -> None:
    said = Client().get(question()[0])
    assert said.status_code == 302
    assert said.headers["Location"].startswith("/account/login/?next=/oauth/authorize")


@pytest.mark.parametrize(
    "redirect",
    [
        "https://elsewhere.example/signed-in",
        "http://testserver:8001/signed-in",
        "https://testserver/signed-in",
        "http://testserver/account/",
        "http://testserver/signed-in?more=1",
        "http://127.0.0.1/signed-in",
    ],
)
def test_no_code_goes_anywhere_else(anns: Client, redirect: str) -> None:
    said = anns.get(question(redirect)[0])
    assert said.status_code == 400
    assert "Location" not in said.headers


def test_a_form_in_its_name_is_refused(ann: Person) -> None:
    anns = Client()  # One that does not mind forms from elsewhere.
    anns.force_login(Player.objects.get(username=ann.name), "players.backend.Passwords")
    anns.get(question()[0])
    assert Row.objects.filter(client_id="table").count() == 1
    sent = {
        "client_id": "table",
        "redirect_uri": "https://elsewhere.example/signed-in",
        "response_type": "code",
        "scope": "game:play",
        "state": "x",
        "allow": "True",
        "seen": "on",
        "code_challenge": "a" * 43,
        "code_challenge_method": "S256",
    }
    said = anns.post(question()[0], sent)
    assert said.status_code == 400
    assert "Location" not in said.headers


def test_it_too_needs_a_challenge(anns: Client) -> None:
    said = anns.get(question(code_challenge="", code_challenge_method="")[0])
    assert "error=invalid_request" in said.headers["Location"]
    assert "code=" not in said.headers["Location"]
