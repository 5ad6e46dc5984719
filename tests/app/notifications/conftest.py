"""What tests of notices ask for, and a server that takes mail."""

from typing import Any

import pytest

from tests.app.notifications.writing import OUR_SERVER, verified
from tests.people import Person
from tests.unit.players.conftest import development, looked_up

__all__ = ["development", "looked_up"]


@pytest.fixture
def takes_mail(settings: Any) -> None:
    settings.TIDE_REPLY_DOMAIN = "tide.example"
    settings.TIDE_MAIL_AUTHSERV = OUR_SERVER
    settings.TIDE_MAILS = True
    settings.DEFAULT_FROM_EMAIL = "table@tide.example"


@pytest.fixture
def writer(takes_mail: None, ann: Person) -> Person:
    """Ann, with a verified address."""
    return verified(ann)
