"""Channels that keep what they are to say, and a server that tells at once."""

from datetime import timedelta
from typing import Any

import pytest

from notifications.channels import CHANNELS
from tests.app.notifications.delivery.recording import RecordingChannel


@pytest.fixture(autouse=True)
def phone(monkeypatch: pytest.MonkeyPatch) -> RecordingChannel:
    """The channel that stands for all phones: each notice is a message."""
    channel = RecordingChannel("ntfy", max_notices=1)
    monkeypatch.setitem(CHANNELS, channel.name, channel)
    return channel


@pytest.fixture(autouse=True)
def mail(monkeypatch: pytest.MonkeyPatch) -> RecordingChannel:
    """The channel of mails: several notices go together."""
    channel = RecordingChannel("mail", max_notices=100)
    monkeypatch.setitem(CHANNELS, channel.name, channel)
    return channel


@pytest.fixture(autouse=True)
def at_once(settings: Any) -> None:
    """Nobody is given a minute to answer before they are told."""
    settings.TIDE_NOTICE_DELAY = timedelta(0)
