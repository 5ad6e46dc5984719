"""A refresh with less scope brings a smaller token; what the player agreed to stays (RFC 6749, section 6)."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from players.models import App as AppRow
from players.models import Player
from players.oauth.app_endpoint import held_scopes
from tests.app.api.refusals import refused
from tests.app.oauth.app import App, browser
from tests.app.oauth.test_device import Terminal, agrees
from tests.people import Person

pytestmark = pytest.mark.django_db

GRANTED = "game:read game:play"


def refreshes(app: App, tokens: dict[str, Any], scope: str | None = None) -> Any:
    more = {} if scope is None else {"scope": scope}
    return app.token(grant_type="refresh_token", refresh_token=tokens["refresh_token"], **more)


def by_browser(ann: Person) -> tuple[App, dict[str, Any]]:
    app = App()
    app.signs_in(browser(ann), scope=GRANTED)
    return app, app.tokens


def by_terminal(ann: Person) -> tuple[App, dict[str, Any]]:
    terminal = Terminal(GRANTED)
    begun = terminal.begins().json()
    agrees(browser(ann), begun["user_code"])
    return terminal, terminal.polls(begun["device_code"]).json()


@pytest.mark.parametrize("lets_in", [by_browser, by_terminal])
def test_what_was_agreed_to_comes_back_after_any_number_of_smaller_tokens(
    ann: Person, lets_in: Any
) -> None:
    app, tokens = lets_in(ann)
    game = ann.opens(3, bots=["random", "random"])
    for _ in range(2):
        tokens = refreshes(app, tokens, "game:read").json()
        assert tokens["scope"] == "game:read"
        refused(Person(tokens["access_token"]).seals_anything(game), 403, "insufficient_scope")
    tokens = refreshes(app, tokens, "game:play game:read").json()
    assert set(tokens["scope"].split()) == set(GRANTED.split())
    assert refreshes(app, tokens, "game:read").status_code == 200
    tokens = refreshes(app, tokens, "game:read").json()
    for unsaid in (None, ""):
        tokens = refreshes(app, refreshes(app, tokens, "game:read").json(), unsaid).json()
        assert tokens["scope"] == GRANTED
    assert Person(tokens["access_token"]).seals_anything(game).status == 200


@pytest.mark.parametrize("scope", [f"{GRANTED} game:host", "game:host", "game:hosts", " "])
def test_more_than_was_agreed_to_is_refused_and_uses_nothing_up(
    app: App, anns: Client, scope: str
) -> None:
    app.signs_in(anns, scope=GRANTED)
    narrow = refreshes(app, app.tokens, "game:read").json()
    for tokens in (app.tokens, narrow, narrow):
        said = refreshes(app, tokens, scope)
        assert (said.status_code, said.json()["error"]) == (400, "invalid_scope")
    assert refreshes(app, narrow).json()["scope"] == GRANTED


def test_an_answer_that_comes_again_has_never_more_scope_than_is_asked_for(
    app: App, anns: Client
) -> None:
    app.signs_in(anns, scope=GRANTED)
    first = refreshes(app, app.tokens).json()
    again = refreshes(app, app.tokens, "game:play game:read").json()
    assert again["access_token"] == first["access_token"]
    said = refreshes(app, app.tokens, "game:read").json()
    assert said["error"] == "invalid_scope"
    assert "comes again" in said["error_description"]
    assert refreshes(app, first).status_code == 200


def test_what_an_app_may_ask_for_stands_on_the_players_page(app: App, anns: Client) -> None:
    app.signs_in(anns, scope=GRANTED)
    before = anns.get("/account/apps/").context["apps"][0].scopes
    with time_machine.travel(timezone.now() + timedelta(minutes=61)):
        refreshes(app, app.tokens, "game:read")
    with time_machine.travel(timezone.now() + timedelta(minutes=122)):
        page = anns.get("/account/apps/")
        keys = AppRow.objects.get(client_id=app.id).pk, Player.objects.get(username="ann").pk
        assert held_scopes(*keys) == before
    assert page.context["apps"][0].scopes == before == set(GRANTED.split())
