"""The table of endpoints in docs/apps.md: all that programs call, and all that they are answered."""

import re
from typing import Any

import pytest
from django.test import Client

from players.oauth.urls import urlpatterns
from tests.app.oauth.app import App
from tests.app.oauth.test_device import Terminal, agrees
from tests.unit.docs.pages import cells, page

pytestmark = pytest.mark.django_db

FOR_PEOPLE = ("account/", "oauth/not-me", "oauth/device")
((_, ROWS),) = (one for one in page("docs/apps.md").tables() if "endpoint" in one[1][0])
ANSWERS = {row[0].partition(" (")[0].replace("`", ""): row[2] for row in map(cells, ROWS[2:])}


def check(endpoint: str, answer: Any) -> None:
    """Fail unless the table names every field of an answer."""
    assert {*answer} <= {*re.findall(r"`(\w+)`", ANSWERS[endpoint])}


def test_it_has_all_endpoints_for_programs() -> None:
    routes = [str(one.pattern).replace("<str:client_id>", "{client_id}") for one in urlpatterns]
    called = {f"/{one}" for one in routes if not one.startswith(FOR_PEOPLE)}
    assert {name.split()[1] for name in ANSWERS} == called | {"/oauth/device-authorization"}


def test_an_app_is_answered_as_it_says(app: App, anns: Client) -> None:
    check("POST /oauth/register", app.registered.json())
    app.signs_in(anns)
    check("POST /oauth/token", app.tokens)
    check("POST /oauth/token", app.refreshes(app.tokens["refresh_token"]).json())


def test_a_terminal_is_answered_as_it_says(anns: Client) -> None:
    terminal = Terminal()
    begun = terminal.begins().json()
    check("POST /oauth/device-authorization", begun)
    agrees(anns, begun["user_code"])
    check("POST /oauth/token", terminal.polls(begun["device_code"]).json())
