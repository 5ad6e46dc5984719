"""The pages that follow a card and a deadline name functions that each of them passes, in that order."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import pytest

from games import tasks
from notifications.tasks import queue_notices
from tests.app.notifications.mails import verify_address
from tests.app.sweep.test_deadlines import later
from tests.people import Person
from tests.unit.docs.pages import ROOT
from tests.unit.docs.test_records import list_places

pytestmark = pytest.mark.django_db


@contextmanager
def recorded(calls: list[tuple[str, str]]) -> Iterator[None]:
    """Record every call of a function in this repository: its file, and its name with its class."""

    def record(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(str(ROOT)):
            calls.append((code.co_filename[len(str(ROOT)) + 1 :], code.co_qualname))

    sys.setprofile(record)
    try:
        yield
    finally:
        sys.setprofile(None)


def skipped(page: str, calls: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the functions of the page that were not called after those above them."""
    left = iter(calls)
    return [place for place in list_places(page) if place not in left]


def test_a_card_passes_what_its_page_names(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], committed: Any
) -> None:
    game, calls = table(), list[tuple[str, str]]()
    bob.seals_anything(game)
    cat.seals_anything(game)
    card = ann.sees(game)["mine"]["legal_actions"][0]
    with recorded(calls), committed(execute=True):
        ann.seals(game, card)
    with recorded(calls):
        assert bob.sees(game)["turn"]["number"] == 2
    assert skipped("follow-one-card", calls) == []


def test_a_deadline_passes_what_its_page_names(
    bob: Person, table: Callable[..., str], sent_tasks: list[tuple[Any, ...]], committed: Any
) -> None:
    verify_address(bob)
    calls = list[tuple[str, str]]()
    with recorded(calls), committed(execute=True):
        table()
    sent_tasks.clear()
    with later(24.1), recorded(calls), committed(execute=True):
        tasks.sweep()
    ((_, players, _),) = [task for task in sent_tasks if task[0] == "queue_notices"]
    with later(24.2), recorded(calls):
        queue_notices(players)
    assert skipped("follow-one-deadline", calls) == []


@pytest.fixture
def committed(django_capture_on_commit_callbacks: Any) -> Any:
    """Run what waits for the commit, which a test never reaches."""
    return django_capture_on_commit_callbacks
