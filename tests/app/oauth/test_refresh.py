"""Refresh tokens: each is good once, and a second use ends all that came of the first."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from tests.app.api.refusals import refused
from tests.app.oauth.app import App
from tests.people import Person

pytestmark = pytest.mark.django_db


def test_a_refresh_token_brings_a_new_pair_and_ends_the_old_one(app: App, anns: Client) -> None:
    before = app.signs_in(anns)
    after = app.refreshes(app.tokens["refresh_token"]).json()
    assert after["scope"] == app.tokens["scope"]
    assert after["refresh_token"] != app.tokens["refresh_token"]
    assert Person(after["access_token"]).get("/me").status == 200
    refused(before.get("/me"), 401, "token_invalid")


def test_one_that_comes_again_ends_the_whole_family(app: App, anns: Client) -> None:
    app.signs_in(anns)
    second = app.refreshes(app.tokens["refresh_token"]).json()
    third = app.refreshes(second["refresh_token"]).json()
    hers = Person(third["access_token"])
    assert hers.get("/me").status == 200
    again = app.refreshes(app.tokens["refresh_token"])
    assert (again.status_code, again.json()["error"]) == (400, "invalid_grant")
    refused(hers.get("/me"), 401, "token_invalid")
    assert app.refreshes(third["refresh_token"]).json()["error"] == "invalid_grant"


def test_another_family_of_the_same_app_goes_on(app: App, anns: Client) -> None:
    other = app.signs_in(anns)
    app.signs_in(anns)
    for _ in range(2):
        app.refreshes(app.tokens["refresh_token"])
    assert other.get("/me").status == 200


def test_it_brings_no_scope_that_was_not_agreed_to(app: App, anns: Client) -> None:
    app.signs_in(anns, scope="game:read")
    said = app.token(
        grant_type="refresh_token",
        refresh_token=app.tokens["refresh_token"],
        scope="game:read game:play",
    )
    assert said.json()["error"] == "invalid_scope"


def test_an_access_token_is_good_for_an_hour_and_a_refresh_token_for_90_days_after(
    app: App, anns: Client
) -> None:
    hers = app.signs_in(anns)
    with time_machine.travel(timezone.now() + timedelta(minutes=61)):
        said = hers.get("/me")
        refused(said, 401, "token_expired")
        assert 'error="invalid_token"' in said.headers["WWW-Authenticate"]
    with time_machine.travel(timezone.now() + timedelta(days=91)):
        assert app.refreshes(app.tokens["refresh_token"]).json()["error"] == "invalid_grant"
    with time_machine.travel(timezone.now() + timedelta(days=89)):
        assert app.refreshes(app.tokens["refresh_token"]).status_code == 200


def test_an_app_can_give_its_token_up(app: App, anns: Client) -> None:
    hers = app.signs_in(anns)
    said = app.sends("/oauth/revoke", client_id=app.id, token=app.tokens["refresh_token"])
    assert said.status_code == 200
    refused(hers.get("/me"), 401, "token_invalid")


def test_an_app_cannot_end_what_another_has(app: App, anns: Client) -> None:
    hers = app.signs_in(anns)
    said = app.sends("/oauth/revoke", client_id=App().id, token=app.tokens["access_token"])
    assert said.status_code == 200
    assert hers.get("/me").status == 200


def test_a_used_one_that_another_app_sends_ends_nothing(app: App, anns: Client) -> None:
    app.signs_in(anns)
    used = app.tokens["refresh_token"]
    after = app.refreshes(used).json()
    hers = Person(after["access_token"])
    said = App().refreshes(used)
    assert (said.status_code, said.json()["error"]) == (400, "invalid_grant")
    assert hers.get("/me").status == 200
    assert app.refreshes(after["refresh_token"]).status_code == 200


def test_nor_does_one_that_is_good(app: App, anns: Client) -> None:
    hers = app.signs_in(anns)
    said = App().refreshes(app.tokens["refresh_token"])
    assert (said.status_code, said.json()["error"]) == (400, "invalid_grant")
    assert hers.get("/me").status == 200
    assert app.refreshes(app.tokens["refresh_token"]).status_code == 200


def test_nor_does_a_used_code(app: App, anns: Client) -> None:
    code = app.code(anns)
    hers = Person(app.exchanges(code).json()["access_token"])
    thief = App()
    thief.verifier = app.verifier
    assert thief.exchanges(code).json()["error"] == "invalid_grant"
    assert hers.get("/me").status == 200
