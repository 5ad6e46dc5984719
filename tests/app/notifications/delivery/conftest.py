"""Channels that are heard, and a server that tells at once."""

from datetime import timedelta
from typing import Any

import pytest

from notifications.channels import CHANNELS
from tests.app.api.conftest import time_passes
from tests.app.notifications.delivery.hearing import Channels

__all__ = ["time_passes"]


@pytest.fixture(autouse=True)
def channels(monkeypatch: pytest.MonkeyPatch) -> Channels:
    both = Channels()
    for one in (both.phone, both.mail):
        monkeypatch.setitem(CHANNELS, one.name, one)
    return both


@pytest.fixture(autouse=True)
def at_once(settings: Any) -> None:
    """Nobody is given a minute to answer before she is told."""
    settings.TIDE_NOTICE_DELAY = timedelta(0)
