"""A server that sends mail, and people with browsers."""

import secrets
from collections.abc import Iterator
from http.server import ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest

from tests.app.pages.club import Club
from tests.app.pages.visitor import Visitor, letters, link
from tideapi.local.up import HOST


@pytest.fixture(autouse=True)
def mails(settings: Any) -> None:
    settings.TIDE_MAIL_ENABLED = True
    settings.TIDE_PROXY_COUNT = 1


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


@pytest.fixture
def mailed(db: None, name: str) -> Visitor:
    """A player with a verified address, signed in."""
    visitor = Visitor()
    visitor.signs_up(name, email=f"{name}@tide.example")
    visitor.fill(link(letters()[0]))
    return visitor


@pytest.fixture
def club(settings: Any, name: str) -> Iterator[type[Club]]:
    """Another server, which the operator has named, and which knows somebody."""
    Club.person = {"sub": name, "email": f"{name}@club.example", "email_verified": True}
    Club.asked = []
    with ThreadingHTTPServer((HOST, 0), Club) as site:
        thread = Thread(target=site.serve_forever)
        thread.start()
        known = {"id": "club", "name": "Our club", "client_id": "tide", "secret": "shells"}
        settings.TIDE_SIGN_IN_PROVIDERS = [{**known, "server": f"http://{HOST}:{site.server_port}"}]
        yield Club
        site.shutdown()
        thread.join()
