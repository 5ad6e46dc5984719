"""What these tests share."""

from typing import Any

import pytest
from django.test import Client

from tests.oauth.app import App, browser
from tests.people import Person


@pytest.fixture(autouse=True)
def as_many_as_one_likes(settings: Any) -> None:
    """Apps are registered from one address here, and codes are guessed by one player."""
    often = (1_000_000, 3600)
    settings.TIDE_LIMITS = {**settings.TIDE_LIMITS, "registrations": often, "guesses": often}


@pytest.fixture
def app(db: None) -> App:
    return App()


@pytest.fixture
def anns(ann: Person) -> Client:
    """The browser in which ann is signed in."""
    return browser(ann)
