"""A key for web push."""

from typing import Any

import pytest

from notifications.channels.vapid import new_key


@pytest.fixture(autouse=True)
def push_key(settings: Any) -> None:
    settings.TIDE_PUSH_KEY = new_key()
