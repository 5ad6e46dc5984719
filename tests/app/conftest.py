"""Three people for a table, a clock that stands, and the tasks that were sent to workers."""

from collections.abc import Iterator
from typing import Any

import pytest

from common.tasks import Task
from players.models import Player
from tests import dealing
from tests.moderation import make_moderator
from tests.moving_time import Time, frozen_time
from tests.people import Person
from tideapi.celery import get_queue


@pytest.fixture
def people(ann: Person, bob: Person, cat: Person) -> list[Person]:
    """Three who sit at a table, in the order of their seats."""
    return [ann, bob, cat]


@pytest.fixture
def eve(db: None) -> Player:
    """A moderator."""
    return make_moderator("eve")


@pytest.fixture
def time() -> Iterator[Time]:
    """A clock that stands until the test moves it, and the same cards in each run."""
    with dealing.seeded(), frozen_time() as time:
        yield time


@pytest.fixture
def sent_tasks(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """The tasks that were sent: the name of each, what it was given, and its queue."""
    found: list[tuple[Any, ...]] = []

    def delay(task: Task, *args: Any) -> None:
        found.append((task.name.rpartition(".")[2], *args, get_queue(task.name)))

    monkeypatch.setattr(Task, "delay", delay)
    return found
