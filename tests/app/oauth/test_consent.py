"""The page on which a player decides, and what she is told there."""

from typing import Any

import pytest
from django.test import Client

from players import models
from players.models.app import origin_of
from tests.app.oauth.app import HOME, App, form
from tests.people import Person

pytestmark = pytest.mark.django_db


def text(page: Any) -> str:
    return str(page.content.decode())


def test_whoever_is_not_signed_in_signs_in_first_and_comes_back(app: App) -> None:
    said = Client().get(app.question())
    assert said.status_code == 302
    assert said.headers["Location"].startswith("/account/login/?next=/oauth/authorize")


def test_it_names_the_site_where_nobody_vouches_for_the_app(app: App, anns: Client) -> None:
    page = text(anns.get(app.question()))
    assert "This server does not know this app" in page
    assert "<strong>https://board.example</strong>" in page
    assert "<strong>ann</strong>" in page


def test_of_an_app_that_the_operator_has_entered_it_says_the_name(app: App, anns: Client) -> None:
    models.App.objects.update(registration_source="manual", name="The board of this house")
    page = text(anns.get(app.question()))
    assert "This server does not know this app" not in page
    assert "The board of this house" in page


def test_it_says_that_an_app_is_on_this_device(anns: Client) -> None:
    app = App(redirect_uris=["http://127.0.0.1/back"])
    app.redirect = "http://127.0.0.1:4000/back"
    page = text(anns.get(app.question()))
    assert "a program on this device, <strong>http://127.0.0.1:4000</strong>" in page


def test_of_the_address_it_names_the_host_and_the_port_alone() -> None:
    assert (
        origin_of("https://lichess.org@board.example:8443/back?x=1") == "https://board.example:8443"
    )
    assert origin_of("http://[::1]:4000/back") == "http://[::1]:4000"


def test_it_says_where_an_app_has_events_sent(app: App, anns: Client) -> None:
    assert "is also sent to" not in text(anns.get(app.question()))
    models.App.objects.update(webhook_url="https://relay.example/tide?key=1")
    assert "is also sent to <strong>https://relay.example</strong>" in text(
        anns.get(app.question())
    )


def test_what_is_dangerous_is_marked(app: App, anns: Client) -> None:
    assert "Take care." not in text(anns.get(app.question("game:read game:play")))
    page = text(anns.get(app.question("game:read profile:write")))
    assert page.count("Take care.") == 1


def test_without_the_tick_nothing_is_given(app: App, anns: Client) -> None:
    page = anns.get(app.question())
    said = anns.post(app.question(), form(page.content, allow="true"))
    assert (said.status_code, said.headers["Location"]) == (302, app.question())
    assert not models.AppCode.objects.exists()
    assert "required" in text(page)


def test_who_says_no_is_believed(app: App, anns: Client) -> None:
    page = anns.get(app.question())
    said = anns.post(app.question(), form(page.content, seen="on"))
    assert said.headers["Location"].startswith(f"{HOME}?error=access_denied")
    assert not models.AppCode.objects.exists()


def test_no_app_can_skip_the_question(app: App, anns: Client) -> None:
    app.signs_in(anns)
    assert anns.get(app.question(approval_prompt="auto")).status_code == 200


def test_a_form_from_elsewhere_is_refused(app: App, anns: Client) -> None:
    sent = form(anns.get(app.question()).content, allow="true", seen="on")
    del sent["csrfmiddlewaretoken"]
    assert anns.post(app.question(), sent).status_code == 403


def test_it_runs_no_script_and_is_in_no_frame(app: App, anns: Client) -> None:
    said = anns.get(app.question())
    policy = said.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "form-action 'self' https://board.example;" in policy
    assert "script-src" not in policy
    assert said.headers["X-Frame-Options"] == "DENY"
    assert "no-store" in said.headers["Cache-Control"]
    assert "<script" not in text(said)


def test_somebody_else_can_answer_the_same_question(app: App, anns: Client, bob: Person) -> None:
    page = anns.get(app.question())
    sent = form(page.content)
    assert sent["next"] == app.question()
    said = anns.post("/oauth/not-me", sent)
    assert said.headers["Location"].startswith("/account/login/?next=/oauth/authorize")
    assert anns.get(app.question()).status_code == 302


@pytest.mark.parametrize("back", ["https://thief.example/", "//thief.example", "/admin/logout"])
def test_it_leads_nowhere_else(anns: Client, app: App, back: str) -> None:
    sent = form(anns.get(app.question()).content) | {"next": back}
    said = anns.post("/oauth/not-me", sent)
    assert said.headers["Location"] == "/account/login/?next=/account/"
