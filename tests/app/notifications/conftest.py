"""A server that takes mail, and a question to a player who writes mails."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client

from tests.app.notifications.mails import OUR_SERVER, Question, verify_address
from tests.people import Person
from tests.receiver import Receiver, receiving
from tests.unit.players.conftest import looked_up_names, private_addresses

__all__ = ["looked_up_names", "private_addresses"]


@pytest.fixture
def takes_mail(settings: Any) -> None:
    settings.TIDE_REPLY_DOMAIN = "tide.example"
    settings.TIDE_MAIL_AUTHSERV_ID = OUR_SERVER
    settings.TIDE_MAIL_ENABLED = True
    settings.DEFAULT_FROM_EMAIL = "table@tide.example"


@pytest.fixture
def writer(takes_mail: None, ann: Person) -> Person:
    """Ann, with a verified address."""
    return verify_address(ann)


@pytest.fixture
def question(table: Callable[..., str], writer: Person) -> Question:
    """A question to Ann, in a game of three."""
    return Question(writer, table())


@pytest.fixture
def browser() -> Client:
    """A browser, or a mail program, without a cookie; the server checks forgeries as in earnest."""
    return Client(raise_request_exception=False, enforce_csrf_checks=True)


@pytest.fixture
def receiver(private_addresses: None) -> Iterator[Receiver]:
    """The web server of a player, on this machine."""
    with receiving() as receiver:
        yield receiver
