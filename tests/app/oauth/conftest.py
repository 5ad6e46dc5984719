"""What these tests share."""

import pytest
from django.test import Client

from tests.app.oauth.app import App, browser
from tests.optional_packages import is_left_out
from tests.people import Person

collect_ignore_glob = ["test_*.py"] if is_left_out("oauth") else []


@pytest.fixture
def app(db: None) -> App:
    return App()


@pytest.fixture
def anns(ann: Person) -> Client:
    """The browser in which ann is signed in."""
    return browser(ann)
