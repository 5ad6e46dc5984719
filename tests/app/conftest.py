"""The tasks that were sent to workers."""

from typing import Any

import pytest

from common.tasks import Task
from tideapi.celery import get_queue


@pytest.fixture
def sent_tasks(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """The tasks that were sent: the name of each, what it was given, and its queue."""
    found: list[tuple[Any, ...]] = []

    def delay(task: Task, *args: Any) -> None:
        found.append((task.name.rpartition(".")[2], *args, get_queue(task.name)))

    monkeypatch.setattr(Task, "delay", delay)
    return found
