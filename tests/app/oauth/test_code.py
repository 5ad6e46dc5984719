"""An authorization code: what it is given for, and what it is good for."""

from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from players.models import AppRefresh, AppToken, token_digest
from tests.app.api.refusals import refused
from tests.app.oauth.app import HOME, App, pkce
from tests.people import Person

pytestmark = pytest.mark.django_db


def sent_back(said: Any) -> dict[str, list[str]]:
    """What the browser takes to the app."""
    assert said.status_code == 302, said.content
    where = urlsplit(said.headers["Location"])
    assert f"{where.scheme}://{where.netloc}{where.path}" == HOME
    return parse_qs(where.query)


def test_an_app_that_nobody_knows_acts_for_a_player_who_agrees(
    app: App, anns: Client, ann: Person
) -> None:
    hers = app.signs_in(anns)
    assert hers.get("/me").json["username"] == "ann"
    game = ann.opens(3, bots=["random", "random"])
    assert hers.seals_anything(game).status == 200


def test_what_it_gets_is_as_rfc_6749_says(app: App, anns: Client) -> None:
    app.signs_in(anns)
    assert app.tokens["token_type"] == "Bearer"
    assert app.tokens["expires_in"] == 3600
    assert app.tokens["scope"] == "game:read game:play"
    assert app.tokens["access_token"].startswith("tideo_")
    assert app.tokens["refresh_token"].startswith("tider_")


def test_of_tokens_only_digests_are_kept(app: App, anns: Client) -> None:
    app.signs_in(anns)
    (row,) = AppToken.objects.exclude(user=None)
    assert row.token == ""
    assert row.token_checksum == token_digest(app.tokens["access_token"]).hex()
    (refresh,) = AppRefresh.objects.all()
    assert refresh.token == ""


def test_the_answer_names_the_server_and_brings_the_state_back(app: App, anns: Client) -> None:
    back = sent_back(app.consents(anns, app.question()))
    assert back["state"] == ["a-state"]
    assert back["iss"] == ["http://testserver"]


@pytest.mark.parametrize("method", ["plain", ""])
def test_a_challenge_that_is_not_s256_is_refused_before_anybody_is_asked(
    app: App, anns: Client, method: str
) -> None:
    app.signs_in(anns)
    back = sent_back(anns.get(app.question(code_challenge_method=method)))
    assert back["error"] == ["invalid_request"]
    assert "code" not in back


def test_a_request_without_a_challenge_is_refused(app: App, anns: Client) -> None:
    app.signs_in(anns)
    said = anns.get(app.question(code_challenge="", code_challenge_method=""))
    assert sent_back(said)["error"] == ["invalid_request"]


@pytest.mark.parametrize(
    "redirect",
    [
        "https://thief.example/back",
        "https://board.example/back/more",
        "https://board.example/back?x=1",
        "http://board.example/back",
        "javascript:alert(1)",
    ],
)
def test_a_foreign_redirect_is_refused_and_not_followed(
    app: App, anns: Client, redirect: str
) -> None:
    said = anns.get(app.question(redirect_uri=redirect))
    assert said.status_code == 400
    assert "Location" not in said.headers
    assert "Nothing was sent" in said.content.decode()


def test_an_app_that_is_not_known_gets_no_answer(app: App, anns: Client) -> None:
    said = anns.get(app.question(client_id="nobody"))
    assert (said.status_code, said.headers["Content-Type"]) == (400, "text/html; charset=utf-8")


def test_on_the_same_device_the_port_is_the_apps_own(anns: Client) -> None:
    app = App(redirect_uris=["http://127.0.0.1/back"])
    app.redirect = "http://127.0.0.1:43117/back"
    assert app.signs_in(anns).get("/me").status == 200


@pytest.mark.parametrize(
    ("registered", "used"),
    [(HOME, HOME), ("http://127.0.0.1/back", "http://127.0.0.1:43117/back")],
)
def test_a_token_call_may_leave_out_the_only_redirect(
    anns: Client, registered: str, used: str
) -> None:
    app = App(redirect_uris=[registered])
    app.redirect = used
    wish = {"grant_type": "authorization_code", "code": app.code(anns)}
    assert app.token(**wish, code_verifier=app.verifier).status_code == 200


def test_where_several_are_registered_the_call_names_one(anns: Client) -> None:
    app = App(redirect_uris=[HOME, f"{HOME}/2"])
    wish = {"grant_type": "authorization_code", "code_verifier": app.verifier}
    said = app.token(**wish, code=app.code(anns))
    assert (said.status_code, said.json()["error"]) == (400, "invalid_request")
    wrong = app.token(**wish, code=app.code(anns), redirect_uri=f"{HOME}/2")
    assert (wrong.status_code, wrong.json()["error"]) == (400, "invalid_grant")


def test_a_refused_code_says_why(app: App, anns: Client) -> None:
    assert "is not known" in app.exchanges("nothing").json()["error_description"]
    code = app.code(anns)
    with time_machine.travel(timezone.now() + timedelta(seconds=61)):
        assert "has expired" in app.exchanges(code).json()["error_description"]
    code = app.code(anns)
    app.exchanges(code)
    assert "was used before" in app.exchanges(code).json()["error_description"]


def test_a_code_is_of_no_use_without_its_verifier(app: App, anns: Client) -> None:
    code = app.code(anns)
    app.verifier = pkce()[0]
    said = app.exchanges(code)
    assert (said.status_code, said.json()["error"]) == (400, "invalid_grant")


def test_a_code_is_of_no_use_to_another_app(app: App, anns: Client) -> None:
    thief = App()
    code = app.code(anns)
    thief.verifier = app.verifier
    assert thief.exchanges(code).json()["error"] == "invalid_grant"


def test_a_code_that_comes_twice_ends_what_it_has_brought(app: App, anns: Client) -> None:
    code = app.code(anns)
    tokens = app.exchanges(code).json()
    hers = Person(tokens["access_token"])
    assert hers.get("/me").status == 200
    again = app.exchanges(code)
    assert (again.status_code, again.json()["error"]) == (400, "invalid_grant")
    refused(hers.get("/me"), 401, "token_invalid")
    assert app.refreshes(tokens["refresh_token"]).json()["error"] == "invalid_grant"


def test_a_code_is_good_for_a_minute(app: App, anns: Client) -> None:
    code = app.code(anns)
    with time_machine.travel(timezone.now() + timedelta(seconds=61)):
        assert app.exchanges(code).json()["error"] == "invalid_grant"


def test_scopes_that_no_app_is_given_are_refused(app: App, anns: Client) -> None:
    app.signs_in(anns)
    for scope in ("token:write", "game:everything"):
        back = sent_back(anns.get(app.question(scope=f"game:read {scope}")))
        assert back["error"] == ["invalid_scope"]


def test_who_asks_for_nothing_may_read(app: App, anns: Client) -> None:
    hers = app.signs_in(anns, scope="")
    assert app.tokens["scope"] == "game:read"
    said = hers.post("/games", {"ruleset": "turn_the_tide", "seat_count": 3})
    refused(said, 403, "insufficient_scope")
    wanted = 'Bearer error="insufficient_scope", scope="game:host", resource_metadata="http://testserver/'
    assert said.headers["WWW-Authenticate"].startswith(wanted)


def test_a_token_is_for_this_server_alone(app: App, anns: Client) -> None:
    assert app.exchanges(app.code(anns), resource="http://testserver/api/v1").status_code == 200
    said = app.exchanges(app.code(anns), resource="https://other.example/")
    assert (said.status_code, said.json()["error"]) == (400, "invalid_target")
