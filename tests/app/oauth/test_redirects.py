"""Where /oauth/authorize leads a browser by itself: to no app that the player has not let in."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from players import models
from players.models.app import origin_of
from tests.app.oauth.app import HOME, App, form
from tests.app.oauth.test_pages import ends

pytestmark = pytest.mark.django_db
ISSUER = "http://testserver"
FAULTS = {
    "invalid_request": {"code_challenge_method": "plain"},
    "no challenge": {"code_challenge": "", "code_challenge_method": ""},
    "invalid_scope": {"scope": "game:everything"},
    "a player's own scope": {"scope": "token:write"},
    "unsupported_response_type": {"response_type": "token"},
    "invalid_target": {"resource": "no-address"},
}
WRONG = pytest.mark.parametrize("wrong", FAULTS.values(), ids=FAULTS)


def leads_nowhere(said: Any) -> str:
    """The page that says what is wrong instead of a redirect."""
    assert said.status_code == 400, said.headers.get("Location")
    assert "Location" not in said.headers
    page: str = said.content.decode()
    assert "Nothing was sent." in page
    return page


def leads_back(said: Any) -> dict[str, list[str]]:
    """What an error takes to the app, with the name of the server."""
    assert said.status_code == 302, said.content
    assert said.headers["Location"].startswith(f"{HOME}?")
    back = parse_qs(urlsplit(said.headers["Location"]).query)
    assert back["iss"] == [ISSUER]
    assert "code" not in back
    return back


@WRONG
def test_a_link_of_an_app_that_nobody_let_in_leads_to_a_page(
    app: App, anns: Client, wrong: dict[str, str]
) -> None:
    page = leads_nowhere(anns.get(app.question(**wrong)))
    assert "Its link would lead to <strong>https://board.example</strong>." in page


def test_nor_does_it_lead_anywhere_without_a_session(app: App, db: None) -> None:
    page = leads_nowhere(Client().get(app.question(prompt="none")))
    assert "login_required" in page


@WRONG
def test_of_an_app_that_is_let_in_the_error_goes_back_with_the_servers_name(
    app: App, anns: Client, wrong: dict[str, str]
) -> None:
    app.signs_in(anns)
    assert leads_back(anns.get(app.question(**wrong)))["state"] == ["a-state"]
    ends(anns, "/account/apps/")
    leads_nowhere(anns.get(app.question(**wrong)))


@WRONG
def test_so_it_is_with_an_app_that_an_operator_has_entered(
    app: App, anns: Client, wrong: dict[str, str]
) -> None:
    models.App.objects.update(registration_source="manual")
    leads_back(anns.get(app.question(**wrong)))


def test_and_with_who_is_asked_to_sign_in(app: App, db: None) -> None:
    models.App.objects.update(registration_source="manual")
    assert leads_back(Client().get(app.question(prompt="none")))["error"] == ["login_required"]


def test_a_name_of_the_server_in_the_apps_own_address_is_replaced(anns: Client) -> None:
    app = App(redirect_uris=[f"{HOME}?iss=https://thief.example"])
    app.redirect = f"{HOME}?iss=https://thief.example"
    page = anns.get(app.question())
    assert leads_back(anns.post(app.question(), form(page.content)))["error"] == ["access_denied"]


# -- what is asked of the page is asked of its form


def answer(app: App, who: Client, **more: str) -> dict[str, str]:
    """The form of the page, filled in by a player who agrees."""
    return form(who.get(app.question()).content, allow="true", seen="on", **more)


@WRONG
def test_a_form_sent_to_another_address_gives_no_code(
    app: App, anns: Client, wrong: dict[str, str]
) -> None:
    leads_nowhere(anns.post(app.question(**wrong), answer(app, anns)))
    assert not models.AppCode.objects.exists()


@pytest.mark.parametrize(
    "wrong", [{"client_id": "nobody"}, {"redirect_uri": "https://thief.example/"}]
)
def test_nor_one_for_another_app_or_redirect(app: App, anns: Client, wrong: dict[str, str]) -> None:
    said = anns.post(app.question(**wrong), answer(app, anns))
    assert "Its link would lead" not in leads_nowhere(said)
    assert not models.AppCode.objects.exists()


def test_fields_that_are_added_to_the_form_change_nothing(app: App, anns: Client) -> None:
    other = App()
    added = {
        "client_id": other.id,
        "redirect_uri": "https://thief.example/",
        "scope": "game:read game:host",
        "code_challenge": "a" * 43,
        "code_challenge_method": "plain",
    }
    said = anns.post(app.question(), answer(app, anns, **added))
    assert said.headers["Location"].startswith(f"{HOME}?code=")
    (row,) = models.AppCode.objects.all()
    assert (row.application.client_id, row.scope) == (app.id, "game:read game:play")
    assert (row.code_challenge, row.code_challenge_method) == (app.challenge, "S256")


def test_a_login_that_the_app_asks_for_is_not_skipped_by_the_form(app: App, anns: Client) -> None:
    said = anns.post(app.question(prompt="login"), answer(app, anns))
    assert said.headers["Location"].startswith("/account/login/?next=")
    assert not models.AppCode.objects.exists()


@pytest.mark.parametrize("host", ["board.example;script-src", "b,c", "fö", "*.example", "a b", ""])
def test_a_host_that_is_none_is_never_part_of_a_policy(app: App, anns: Client, host: str) -> None:
    uri = f"https://{host}/back"
    with pytest.raises(ValueError, match="A host has letters"):
        origin_of(uri)
    models.App.objects.update(redirect_uris=uri)
    app.redirect = uri
    said = anns.get(app.question())
    leads_nowhere(said)
    assert host not in said.headers["Content-Security-Policy"] or not host
