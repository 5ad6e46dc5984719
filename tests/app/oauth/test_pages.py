"""What a player sees of apps and tokens, and how she ends them."""

import re
from urllib.parse import unquote

import pytest
from django.test import Client

from players.authentication import valid_tokens
from players.models import AppCode, AppRefresh, AppToken, Token
from players.sql import APP_ID
from tests.app.api.refusals import refused
from tests.app.oauth.app import App, browser, form
from tests.people import Person
from tests.reauthentication import reauthenticate

pytestmark = pytest.mark.django_db


def shows(who: Client, address: str) -> str:
    said = who.get(address)
    assert said.status_code == 200
    assert "no-store" in said.headers["Cache-Control"]
    return str(said.content.decode())


def ends(who: Client, address: str) -> None:
    """Press the one button that ends something."""
    page = shows(who, address)
    (where,) = re.findall(rf'action="({address}[^"]+/end)"', page)
    said = who.post(where, form(page.encode()))
    assert (said.status_code, said.headers["Location"]) == (302, address)


def test_an_app_is_shown_with_what_it_may_do(app: App, anns: Client, bob: Person) -> None:
    app.signs_in(anns, scope="game:read profile:write")
    page = shows(anns, "/account/apps/")
    assert "Board" in page
    assert "https://board.example" in page
    assert page.count("Take care.") == 1
    assert "Board" not in shows(browser(bob), "/account/apps/")


def test_what_is_ended_has_no_token_no_refresh_token_no_code_and_no_stream(
    app: App, anns: Client
) -> None:
    hers = app.signs_in(anns)
    code = app.code(anns)
    token = f"{APP_ID}{AppToken.objects.get(user__isnull=False).pk}"
    assert valid_tokens([token]) == {token}
    ends(anns, "/account/apps/")
    refused(hers.get("/me"), 401, "token_invalid")
    assert valid_tokens([token]) == set()
    assert app.refreshes(app.tokens["refresh_token"]).json()["error"] == "invalid_grant"
    assert app.exchanges(code).json()["error"] == "invalid_grant"
    assert "None." in shows(anns, "/account/apps/")
    assert not AppCode.objects.exists()
    assert not AppRefresh.objects.filter(revoked=None).exists()


def test_only_her_own_is_ended(app: App, anns: Client, bob: Person) -> None:
    his = app.signs_in(browser(bob))
    app.signs_in(anns)
    ends(anns, "/account/apps/")
    assert his.get("/me").status == 200


def test_whoever_makes_a_token_gives_the_password_once_more(anns: Client, ann: Person) -> None:
    before = Token.objects.count()
    wish = form(anns.get("/account/tokens/").content) | {"name": "kitchen", "scopes": "token:write"}
    said = anns.post("/account/tokens/", wish)
    where = "/account/reauthenticate/?next=/account/tokens/"
    assert (said.status_code, unquote(said.headers["Location"])) == (302, where)
    assert Token.objects.count() == before
    made = reauthenticate(anns, next="/account/tokens/")
    assert re.search(r"tide_[\w-]{43}", made.content.decode())
    assert 'action="/account/tokens/"' in made.content.decode()
    assert made.headers["Cache-Control"] == "no-store"
    assert Token.objects.count() == before + 1


def test_a_token_is_made_with_scopes_and_shown_once(anns: Client, ann: Person) -> None:
    reauthenticate(anns)
    wish = form(anns.get("/account/tokens/").content) | {"name": "kitchen", "scopes": "game:read"}
    said = anns.post("/account/tokens/", wish)
    (secret,) = re.findall(r"tide_[\w-]{43}", said.content.decode())
    hers = Person(secret)
    assert hers.get("/me").json["username"] == "ann"
    refused(hers.patch("/me", {"about": "Taken over."}), 403, "insufficient_scope")
    page = shows(anns, "/account/tokens/")
    assert "kitchen" in page
    assert secret not in page
    assert said.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("wish", [{"name": "x"}, {"scopes": "game:everything"}, {}])
def test_a_token_needs_a_name_and_scopes_that_exist(anns: Client, wish: dict[str, str]) -> None:
    reauthenticate(anns)
    before = Token.objects.count()
    said = anns.post("/account/tokens/", form(anns.get("/account/tokens/").content) | wish)
    assert said.status_code == 200
    assert "fault" in said.content.decode()
    assert Token.objects.count() == before


def test_a_token_is_ended(anns: Client, ann: Person) -> None:
    ends(anns, "/account/tokens/")
    refused(ann.get("/me"), 401, "token_invalid")


def test_nobody_ends_anothers_token(anns: Client, bob: Person) -> None:
    his = Token.objects.get(player__username="bob")
    sent = form(anns.get("/account/tokens/").content)
    assert anns.post(f"/account/tokens/{his.pk}/end", sent).status_code == 302
    assert bob.get("/me").status == 200


@pytest.mark.parametrize("address", ["/account/apps/", "/account/tokens/"])
def test_they_are_for_whoever_is_signed_in(address: str) -> None:
    said = Client().get(address)
    assert (said.status_code, said.headers["Location"]) == (302, f"/account/login/?next={address}")
