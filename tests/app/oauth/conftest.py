"""An app, and the browsers of a player and of an operator."""

import pytest
from django.test import Client

from players.models import Player
from tests.app.oauth.app import App, browser
from tests.optional_packages import is_left_out
from tests.people import PASSWORD, Person

collect_ignore_glob = ["test_*.py"] if is_left_out("oauth") else []


@pytest.fixture
def app(db: None) -> App:
    return App()


@pytest.fixture
def anns_browser(ann: Person) -> Client:
    """The browser in which ann is signed in."""
    return browser(ann)


@pytest.fixture
def operator(db: None) -> Client:
    client = Client()
    olga = Player.objects.create_superuser("olga", password=PASSWORD)
    client.force_login(olga, "players.backend.Passwords")
    return client
