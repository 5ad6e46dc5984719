"""A server that sends mail, and people with browsers."""

import secrets
from typing import Any

import pytest

from tests.pages.visitor import Visitor


@pytest.fixture(autouse=True)
def mails(settings: Any) -> None:
    settings.TIDE_MAILS = True
    settings.TIDE_PROXIES = 1


@pytest.fixture
def name() -> str:
    """A name that no test has had: what is counted outlives the database of a test."""
    return f"ann-{secrets.token_hex(6)}"


@pytest.fixture
def ann(db: None, name: str) -> Visitor:
    """A player without an address, signed in."""
    visitor = Visitor()
    visitor.signs_up(name)
    return visitor
