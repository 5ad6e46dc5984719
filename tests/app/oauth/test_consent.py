"""The pages on which a player decides about an app or a terminal, and where they lead."""

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.db.models import F
from django.test import Client

from players import models
from players.models import AppDevice, Player
from players.models.app import origin_of
from tests.app.oauth.app import HOME, App, Terminal, agrees, end_app, error_of, form
from tests.people import Person

pytestmark = pytest.mark.django_db
LOGIN = "/account/login/?next=/oauth/authorize"
FAULTS = {
    "plain challenge": ({"code_challenge_method": "plain"}, "invalid_request"),
    "no method": ({"code_challenge_method": ""}, "invalid_request"),
    "no challenge": ({"code_challenge": "", "code_challenge_method": ""}, "invalid_request"),
    "unknown scope": ({"scope": "game:read game:everything"}, "invalid_scope"),
    "a player's own scope": ({"scope": "token:write"}, "invalid_scope"),
    "implicit flow": ({"response_type": "token"}, "unauthorized_client"),
    "no address": ({"resource": "no-address"}, "invalid_target"),
}
TARGETS = [
    {"client_id": "nobody"},
    {"redirect_uri": "https://thief.example/back"},
    {"redirect_uri": f"{HOME}/more"},
    {"redirect_uri": "javascript:alert(1)"},
]


def fill_form(app: App, who: Client, **more: str) -> dict[str, str]:
    """Return the form of the page, filled in by a player who agrees."""
    return form(who.get(app.question()).content, allow="true", seen="on", **more)


def check_leads_nowhere(said: Any) -> str:
    """Return the page that says what is wrong instead of a redirect."""
    assert (said.status_code, said.headers.get("Location")) == (400, None)
    assert not models.AppCode.objects.exists()
    page: str = said.content.decode()
    assert "Nothing was sent." in page
    return page


def check_leads_back(said: Any) -> str:
    """Return the error that is taken to the app, with the name of the server."""
    assert said.status_code == 302, said.content
    assert said.headers["Location"].startswith(f"{HOME}?")
    back = parse_qs(urlsplit(said.headers["Location"]).query)
    assert (back["iss"], back["state"]) == (["http://testserver"], ["a-state"])
    assert "code" not in back
    return str(back["error"][0])


# -- where it leads


@pytest.mark.parametrize(("wrong", "error"), FAULTS.values(), ids=FAULTS)
def test_an_error_goes_back_only_to_an_app_that_was_let_in(app, anns_browser, wrong, error) -> None:
    wrong_question = app.question(**wrong)
    page = check_leads_nowhere(anns_browser.get(wrong_question))
    assert "Its link would lead to <strong>https://board.example</strong>." in page
    check_leads_nowhere(anns_browser.post(wrong_question, fill_form(app, anns_browser)))
    app.signs_in(anns_browser)
    models.AppCode.objects.all().delete()
    assert check_leads_back(anns_browser.get(wrong_question)) == error
    end_app(anns_browser)
    check_leads_nowhere(anns_browser.get(wrong_question))
    models.App.objects.update(registration_source="manual")
    assert check_leads_back(anns_browser.get(wrong_question)) == error


def test_without_a_session_no_app_learns_that_but_one_of_the_operator(app) -> None:
    silent = app.question(prompt="none")
    assert "login_required" in check_leads_nowhere(Client().get(silent))
    models.App.objects.update(registration_source="manual")
    assert check_leads_back(Client().get(silent)) == "login_required"
    assert Client().get(app.question()).headers["Location"].startswith(LOGIN)


def test_a_name_of_the_server_in_the_apps_own_address_is_replaced(anns_browser) -> None:
    app = App(redirect_uris=[f"{HOME}?iss=https://thief.example"])
    app.redirect = f"{HOME}?iss=https://thief.example"
    page = anns_browser.get(app.question())
    assert (
        check_leads_back(anns_browser.post(app.question(), form(page.content))) == "access_denied"
    )


@pytest.mark.parametrize("wrong", TARGETS)
def test_another_app_or_redirect_goes_nowhere(app, anns_browser, wrong: dict[str, str]) -> None:
    asked = anns_browser.get(app.question(**wrong))
    agreed = anns_browser.post(app.question(**wrong), fill_form(app, anns_browser))
    for said in (asked, agreed):
        assert "Its link would lead" not in check_leads_nowhere(said)


def test_fields_that_are_added_to_the_form_change_nothing(app, anns_browser) -> None:
    added = {
        "client_id": App().id,
        "redirect_uri": "https://thief.example/",
        "scope": "game:read game:host",
        "code_challenge": "a" * 43,
        "code_challenge_method": "plain",
    }
    said = anns_browser.post(app.question(), fill_form(app, anns_browser, **added))
    assert said.headers["Location"].startswith(f"{HOME}?code=")
    (row,) = models.AppCode.objects.all()
    assert (row.application.client_id, row.scope) == (app.id, "game:read game:play")
    assert (row.code_challenge, row.code_challenge_method) == (app.challenge, "S256")


@pytest.mark.parametrize("host", ["board.example;script-src", "b,c", "fö", "*.example", "a b", ""])
def test_a_host_that_is_none_is_never_part_of_a_policy(app, anns_browser, host: str) -> None:
    uri = f"https://{host}/back"
    with pytest.raises(ValueError, match="A host has letters"):
        origin_of(uri)
    models.App.objects.update(redirect_uris=uri)
    app.redirect = uri
    said = anns_browser.get(app.question())
    check_leads_nowhere(said)
    assert host not in said.headers["Content-Security-Policy"] or not host


# -- what the page shows


def test_it_names_the_site_and_runs_no_script(app, anns_browser) -> None:
    said = anns_browser.get(app.question())
    page = said.content.decode()
    assert "This server does not know this app" in page
    assert "<strong>https://board.example</strong>" in page
    assert "<strong>ann</strong>" in page
    assert not re.search("is also sent to|Take care[.]|<script", page)
    policy = said.headers["Content-Security-Policy"]
    assert "form-action 'self' https://board.example;" in policy
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "script-src" not in policy
    assert said.headers["X-Frame-Options"] == "DENY"
    assert "no-store" in said.headers["Cache-Control"]


def test_it_marks_what_is_dangerous_and_names_where_events_go(app, anns_browser) -> None:
    relay = {"webhook_url": "https://relay.example/tide?key=1"}
    models.App.objects.update(registration_source="manual", name="Board of this house", **relay)
    page = anns_browser.get(app.question("game:read profile:write")).content.decode()
    assert page.count("Take care.") == 1
    assert "is also sent to <strong>https://relay.example</strong>" in page
    assert "Board of this house" in page
    assert "This server does not know this app" not in page


def test_an_app_on_this_device_has_any_port(anns_browser) -> None:
    app = App(redirect_uris=["http://127.0.0.1/back"])
    app.redirect = "http://127.0.0.1:4000/back"
    page = anns_browser.get(app.question()).content.decode()
    assert "a program on this device, <strong>http://127.0.0.1:4000</strong>" in page
    assert app.signs_in(anns_browser).get("/me").status == 200
    assert origin_of("http://[::1]:4000/back") == "http://[::1]:4000"
    assert origin_of("https://a.org@board.example:8443/back?x=1") == "https://board.example:8443"


def test_no_code_without_the_tick_a_yes_and_the_page_itself(app, anns_browser) -> None:
    agreed = fill_form(app, anns_browser)

    def answer(without: str, **asked: str) -> Any:
        sent = {name: value for name, value in agreed.items() if name != without}
        return anns_browser.post(app.question(**asked), sent)

    assert answer("seen").headers["Location"] == app.question()
    assert answer("allow").headers["Location"].startswith(f"{HOME}?error=access_denied")
    assert answer("csrfmiddlewaretoken").status_code == 403
    assert answer("", prompt="login").headers["Location"].startswith("/account/login/?next=")
    assert not models.AppCode.objects.exists()
    assert answer("").headers["Location"].startswith(f"{HOME}?code=")


def test_no_app_skips_the_question(app, anns_browser) -> None:
    app.signs_in(anns_browser)
    assert anns_browser.get(app.question(approval_prompt="auto")).status_code == 200


@pytest.mark.parametrize("back", ["", "https://thief.example/", "//thief.example", "/admin/logout"])
def test_somebody_else_can_answer_the_question(app, anns_browser, bob, back: str) -> None:
    sent = form(anns_browser.get(app.question()).content)
    assert sent["next"] == app.question()
    said = anns_browser.post("/oauth/not-me", sent | ({"next": back} if back else {}))
    location = said.headers["Location"]
    assert location == "/account/login/?next=/account/" if back else location.startswith(LOGIN)
    assert anns_browser.get(app.question()).status_code == 302


# -- a terminal shows a code, and its player enters that in a browser


@pytest.fixture
def terminal(db: None) -> Terminal:
    return Terminal()


def test_a_terminal_gets_what_is_agreed_to(terminal, ann, anns_browser) -> None:
    begun = terminal.begins().json()
    assert begun["verification_uri"] == "http://testserver/oauth/device"
    assert begun["verification_uri_complete"].endswith(f"?user_code={begun['user_code']}")
    assert begun["interval"] == 5
    code = begun["device_code"]
    # The first call is never too early.
    assert error_of(terminal.polls(code, 1)) == "authorization_pending"
    assert error_of(terminal.polls(code, 1)) == "slow_down"
    # However it is typed.
    typed = begun["user_code"].replace("-", " ").lower()
    assert agrees(anns_browser, typed, seen="").status_code == 302
    assert error_of(terminal.polls(code)) == "authorization_pending"
    assert "goes on by itself" in agrees(anns_browser, typed).content.decode()
    assert error_of(Terminal().polls(code)) == "invalid_grant"
    tokens = terminal.polls(code)
    assert tokens.status_code == 200, tokens.content
    game = ann.opens(3, bots=["random", "random"])
    assert Person(tokens.json()["access_token"]).seals_anything(game).status == 200
    assert error_of(terminal.polls(code)) == "invalid_grant"


def test_its_page_says_where_the_app_has_events_sent(terminal, anns_browser) -> None:
    models.App.objects.update(webhook_url="https://relay.example/tide?key=1")
    page = anns_browser.get(
        f"/oauth/device/{terminal.begins().json()['user_code']}"
    ).content.decode()
    assert "is also sent to <strong>https://relay.example</strong>" in page


def test_who_says_no_is_believed(terminal, anns_browser) -> None:
    begun = terminal.begins().json()
    agrees(anns_browser, begun["user_code"], "deny")
    assert error_of(terminal.polls(begun["device_code"])) == "access_denied"
    assert not AppDevice.objects.exists()


@pytest.mark.parametrize("action", ["accept", "deny"])
def test_a_page_without_its_code_does_nothing(terminal, anns_browser, action: str) -> None:
    where = f"/oauth/device/{terminal.begins().json()['user_code']}"
    page = anns_browser.get(where)
    AppDevice.objects.all().delete()
    said = anns_browser.post(where, form(page.content, action=action, seen="on"))
    assert (said.status_code, anns_browser.get(where).status_code) == (404, 404)


def test_what_was_agreed_to_ends_with_its_time_and_with_the_password(
    terminal, ann, anns_browser
) -> None:
    other = Terminal()
    begun, late = terminal.begins().json(), other.begins().json()
    for one in (begun, late):
        agrees(anns_browser, one["user_code"])
    said = other.polls(late["device_code"], late["expires_in"] + 60)
    assert error_of(said) == "expired_token"
    Player.objects.filter(username="ann").update(epoch=F("epoch") + 1)
    assert error_of(terminal.polls(begun["device_code"])) == "invalid_grant"


def test_a_terminal_gets_no_scope_that_no_app_is_given() -> None:
    assert error_of(Terminal("token:write").begins()) == "invalid_scope"


def test_wrong_codes_and_terminals_that_begin_are_counted(anns_browser, terminal, settings) -> None:
    sent = form(anns_browser.get("/oauth/device").content, user_code="BCDF-GHJK")
    said = anns_browser.post("/oauth/device", sent)
    assert "No terminal waits with this code." in said.content.decode()
    settings.TIDE_LIMITS = {**settings.TIDE_LIMITS, "wrong_passwords": (0, 3600), "sign_in": (0, 9)}
    assert anns_browser.post("/oauth/device", sent).status_code == 429
    assert terminal.begins().status_code == 429
