"""Where messages go that tests send."""

import socket
from typing import Any

import pytest


@pytest.fixture
def private_addresses(settings: Any) -> None:
    """Allow private addresses: the receivers are on this machine."""
    settings.TIDE_PRIVATE_ADDRESSES_ENABLED = True


@pytest.fixture
def looked_up_names(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names that were looked up; each stands for this machine."""
    found: list[str] = []

    def look_up(host: str, port: int, **_: object) -> list[tuple[Any, ...]]:
        found.append(host)
        return [(0, 0, 0, "", ("127.0.0.1", port))]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    return found
