"""Signing in with an account on another server, by OpenID Connect."""

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from players.models import Player
from tests.pages.visitor import TOKEN, Page, Visitor, letters, link
from tests.people import PASSWORD
from tideapi.local.up import HOST

pytestmark = pytest.mark.django_db


class Club(BaseHTTPRequestHandler):
    """As much of a provider as is asked: where things are, a token for a code, and who that is."""

    person: dict[str, Any] = {}
    asked: list[dict[str, list[str]]] = []

    def do_GET(self) -> None:
        if self.path.endswith("openid-configuration"):
            here = f"http://{self.headers['Host']}"
            endpoints = ("authorization", "token", "userinfo")
            self._say({"issuer": here, **{f"{one}_endpoint": f"{here}/{one}" for one in endpoints}})
        else:
            self._say(self.person)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.asked.append(parse_qs(body.decode()))
        self._say({"access_token": "of-the-club", "token_type": "Bearer"})

    def _say(self, answer: dict[str, Any]) -> None:
        said = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(said)))
        self.end_headers()
        self.wfile.write(said)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(autouse=True)
def club(settings: Any, name: str) -> Iterator[type[Club]]:
    """Another server, which the operator has named, and which knows somebody."""
    Club.person = {"sub": name, "email": f"{name}@club.example", "email_verified": True}
    Club.asked = []
    with ThreadingHTTPServer((HOST, 0), Club) as site:
        thread = Thread(target=site.serve_forever)
        thread.start()
        known = {"id": "club", "name": "Our club", "client_id": "tide", "secret": "shells"}
        settings.TIDE_SIGN_IN_WITH = [{**known, "server": f"http://{HOST}:{site.server_port}"}]
        yield Club
        site.shutdown()
        thread.join()


def comes_from_the_club(visitor: Visitor, page: str = "/account/login/", **fields: str) -> Page:
    """Presses the button, says yes over there, and is sent back."""
    token = TOKEN.search(visitor.visit(page).html)
    assert token
    sent = {"csrfmiddlewaretoken": token[1], **fields}
    gone = visitor.client.post("/account/oidc/club/login/", sent)
    assert gone.status_code == 302
    asked = parse_qs(urlsplit(gone.headers["Location"]).query)
    assert asked["code_challenge_method"] == ["S256"]
    back = "/account/oidc/club/login/callback/"
    assert asked["redirect_uri"] == [f"http://testserver{back}"]
    return visitor.visit(f"{back}?code=pearl&state={asked['state'][0]}")


def test_who_comes_for_the_first_time_chooses_a_name(name: str, club: type[Club]) -> None:
    visitor = Visitor()
    assert "Sign in with Our club" in visitor.visit("/account/login/").html
    page = comes_from_the_club(visitor)
    assert "Under which name do you play here?" in page.html
    page = visitor.fill(page.path, username=name, email=f"{name}@club.example")
    assert f"<h1>{name}</h1>" in page.html
    assert club.asked[0]["client_secret"] == ["shells"]
    assert "code_verifier" in club.asked[0]
    player = Player.objects.get(username=name)
    assert (player.email, player.has_usable_password()) == (f"{name}@club.example", False)
    again = Visitor("192.0.2.1")
    assert comes_from_the_club(again).path == "/account/"
    assert Player.objects.count() == 1


def test_its_form_may_end_on_another_server(settings: Any) -> None:
    (known,) = settings.TIDE_SIGN_IN_WITH
    policy = Visitor().visit("/account/login/").headers["Content-Security-Policy"]
    assert f"form-action 'self' https: {known['server']}" in policy.split("; ")


def test_the_same_address_opens_nobodys_account(name: str) -> None:
    victim = Visitor()
    victim.signs_up(name, email=f"{name}@club.example")
    victim.fill(link(letters()[0]))
    page = comes_from_the_club(Visitor("192.0.2.1"))
    assert "Under which name do you play here?" in page.html


def test_a_player_connects_an_account_elsewhere_and_signs_in_with_it(
    name: str, ann: Visitor
) -> None:
    ann.fill("/account/reauthenticate/", password=PASSWORD)
    page = comes_from_the_club(ann, "/account/3rdparty/", process="connect")
    assert "With these accounts elsewhere you can sign in here." in page.html
    visitor = Visitor("192.0.2.1")
    page = comes_from_the_club(visitor)
    assert (page.path, f"<h1>{name}</h1>" in page.html) == ("/account/", True)


def test_an_answer_to_nobodys_question_signs_nobody_in(name: str) -> None:
    visitor = Visitor()
    page = visitor.visit("/account/oidc/club/login/callback/?code=pearl&state=guessed")
    assert "did not say who you are" in page.html
    assert not visitor.is_in()


def test_without_a_setting_there_is_no_such_button(settings: Any) -> None:
    settings.TIDE_SIGN_IN_WITH = []
    visitor = Visitor()
    assert "Our club" not in visitor.visit("/account/login/").html
    assert visitor.visit("/account/oidc/club/login/").status == 404
