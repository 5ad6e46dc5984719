"""The pages of apps and tokens: what a player sees there, makes and ends."""

import re
from typing import Any
from urllib.parse import unquote

import pytest
from django.test import Client

from players.authentication import valid_tokens
from players.models import AppCode, AppRefresh, AppToken, Token
from players.sql import APP_ID
from tests.app.api.refusals import refused
from tests.app.oauth.app import browser, end_app, error_of, form
from tests.people import Person
from tests.reauthentication import reauthenticate

pytestmark = pytest.mark.django_db


def shows(who: Client, address: str) -> str:
    said = who.get(address)
    assert said.status_code == 200
    assert "no-store" in said.headers["Cache-Control"]
    return str(said.content.decode())


def test_a_player_sees_and_ends_apps_of_their_own(app, anns_browser, bob) -> None:
    acting = app.signs_in(anns_browser, scope="game:read profile:write")
    page = shows(anns_browser, "/account/apps/")
    assert "Board" in page
    assert "https://board.example" in page
    assert page.count("Take care.") == 1
    bobs = browser(bob)
    assert "Board" not in shows(bobs, "/account/apps/")
    other = app.signs_in(bobs)
    code = app.code(anns_browser)
    token = f"{APP_ID}{AppToken.objects.get(user__username='ann').pk}"
    assert valid_tokens([token]) == {token}
    end_app(anns_browser)
    refused(acting.get("/me"), 401, "token_invalid")
    assert valid_tokens([token]) == set()
    assert error_of(app.exchanges(code)) == "invalid_grant"
    assert "None." in shows(anns_browser, "/account/apps/")
    assert not AppCode.objects.filter(user__username="ann").exists()
    assert not AppRefresh.objects.filter(user__username="ann", revoked=None).exists()
    assert other.get("/me").status == 200


def test_a_token_takes_the_password_and_is_shown_once(anns_browser, ann) -> None:
    path, secrets = "/account/tokens/", re.compile(r"tide_[\w-]{43}")
    wish = {"name": "kitchen", "scopes": "game:read"}

    def send_form(**wish: str) -> Any:
        return anns_browser.post(path, form(anns_browser.get(path).content) | wish)

    said = send_form(**wish)
    where = f"/account/reauthenticate/?next={path}"
    assert (said.status_code, unquote(said.headers["Location"])) == (302, where)
    assert Token.objects.count() == 1
    made = reauthenticate(anns_browser, next=path)
    assert secrets.search(made.content.decode())
    assert f'action="{path}"' in made.content.decode()
    for wrong in ({"name": "x"}, {"scopes": "game:everything"}, {}):
        assert "fault" in send_form(**wrong).content.decode()
    assert Token.objects.count() == 2
    for said in (made, send_form(**wish)):
        assert said.headers["Cache-Control"] == "no-store"
    (secret,) = secrets.findall(said.content.decode())
    assert Person(secret).get("/me").json["username"] == "ann"
    refused(Person(secret).patch("/me", {"about": "x"}), 403, "insufficient_scope")
    page = shows(anns_browser, path)
    assert "kitchen" in page
    assert secret not in page


def test_a_player_ends_tokens_of_their_own(anns_browser, ann, bob) -> None:
    sent = form(shows(anns_browser, "/account/tokens/").encode())
    for player in ("bob", "ann"):
        row = Token.objects.get(player__username=player)
        said = anns_browser.post(f"/account/tokens/{row.pk}/end", sent)
        assert (said.status_code, said.headers["Location"]) == (302, "/account/tokens/")
    refused(ann.get("/me"), 401, "token_invalid")
    assert bob.get("/me").status == 200


@pytest.mark.parametrize("address", ["/account/apps/", "/account/tokens/", "/oauth/device"])
def test_they_are_for_whoever_is_signed_in(address: str) -> None:
    said = Client().get(address)
    assert (said.status_code, said.headers["Location"]) == (302, f"/account/login/?next={address}")
