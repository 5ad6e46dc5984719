"""Receivers on this machine, and the tasks that were sent to workers."""

from collections.abc import Iterator
from typing import Any

import pytest

from games.store import notify
from tests.receiver import Receiver, receiving


@pytest.fixture(autouse=True)
def development(settings: Any) -> None:
    """The receivers are on this machine."""
    settings.TIDE_WEBHOOKS_PRIVATE = True


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver


@pytest.fixture
def sent_tasks(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """The tasks that were sent: the name of each, what it was given, and its queue."""
    found: list[tuple[Any, ...]] = []

    def send(task: str, *args: Any, queue: str | None = None) -> None:
        found.append((task.removeprefix("games.tasks."), *args, queue))

    monkeypatch.setattr(notify, "_send", send)
    return found
