"""A key for web push, and all channels."""

from typing import Any

import pytest

from notifications.channels.vapid import new_key
from tests.app.notifications.channels.ways import WAYS, Way


@pytest.fixture(autouse=True)
def push_key(settings: Any) -> str:
    settings.TIDE_PUSH_KEY = new_key()
    return str(settings.TIDE_PUSH_KEY)


@pytest.fixture(params=WAYS, ids=lambda way: way.channel.name)
def way(request: pytest.FixtureRequest) -> Way:
    found: Way = request.param
    return found
